import {
  all,
  allJudged,
  expect,
  idText,
  momentOf,
  openSuite,
  pass,
  soonOf,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Profile, Suite } from '../vocabulary/index.js'
import { refusedWrite } from '../update/judges.js'
import { closesIn, ifOneWindow, judgeClosed, judgeOpen } from './edge.js'
import { inList, shows } from './shownCancellable.js'
import { placesAtEdge, window, windowsOf, type Window } from './window.js'

const suite: Suite = openSuite()
const { check } = suite

const aDay = 24 * 60

check(window, {
  id: 'update.moves-the-window',
  clause: '3/window-follows-start',
  title: 'after an update to another availability, the cancellation window is that of the new start',
  uses: ['update'],
  needs: ['operations.update.availabilityId'],
  judge: (trial, { profile }) => {
    const { away, awayRead, awayCancel, here, hereRead, hereUpdate, hereCancel, listed } = trial
    const because = 'though the window of the start that the booking was moved to'
    const gone =
      unusable(away) ??
      startIsNear(trial) ??
      standardIsOpen(trial, profile) ??
      first(
        shows(awayRead, true),
        inList(listed, idText(awayRead?.read('id')), true),
        awayCancel && expect(awayCancel).toBeAccepted(`${because} is open`),
      )
    // What shows cancellable false beside it tells why it was refused.
    const cancelled =
      hereCancel && (hereCancel.refused ? pass : expect(hereCancel).toBeRefused(null, `${because} has passed`))
    const come =
      unusable(here) ??
      judgeClosed(windowsOf(trial).here, hereCancel ?? hereRead, profile) ??
      first(
        // A cancelled booking shows no more than that. An answer that was lost hides nothing of what is read.
        cancelled?.outcome === 'fail' ? cancelled : null,
        shows(hereRead, false),
        inList(listed, idText(hereRead?.read('id')), false),
        cancelled,
        hereUpdate && !hereUpdate.refused ? refusedWrite(hereUpdate, null, `${because} has passed`, hereRead) : null,
      )
    return allJudged(gone, ifOneWindow(windowsOf(trial).here, profile, seenBeside(gone, come)))
  },
})

/** The first of several judgements that is no pass: what comes after it may follow from it. */
function first(...judged: readonly (Judgement | null | undefined)[]): Judgement {
  const said = judged.filter((each) => each !== null && each !== undefined)
  return said.find(({ outcome }) => outcome !== 'pass') ?? all(...said)
}

/** The booking of bookable.standard was to be moved to what another booking has, and there may be no room for more. */
function isTakenThere({ bookedReserved, here }: Partial<Window>): boolean {
  const [had, wanted] = [bookedReserved, here].map((each) => each?.exchange.input['availabilityId'])
  return had !== undefined && had === wanted
}

/** A booking of bookable.standard that cannot be changed any more is past its own window: moving it shows nothing. */
function startIsNear(trial: Partial<Window>): Judgement | null {
  const { here } = trial
  if (here?.refused === true && aboutCurrency(here))
    return untested(
      `a booking of bookable.standard could not be moved to bookable.closing, for its currency as it seems (request ${here.n}: ${here.describe()})`,
      'name as bookable.closing something that is sold in the default currency of bookable.standard, or give both their currencies, with one that both are sold in',
    )
  if (here?.refused === true && isTakenThere(trial))
    return untested(
      `a booking of bookable.standard could not be moved to what other bookings of bookable.closing have (request ${here.n}: ${here.describe()})`,
      `if that is for lack of room, name as bookable.closing something of which one start, or several at one time, have room for ${placesAtEdge} bookings`,
    )
  return here?.refused === true
    ? untested(
        `a booking of bookable.standard could not be updated (${here.describe()}), so its own window may be over, as where a test clock was moved on by earlier runs`,
        'begin with a fresh test clock, or ask for later days in operations.availability.body',
      )
    : null
}

/**
 * Untested where the window of the new start may have closed as well: the availability says so, or much time has
 * passed. null: it is open.
 */
function standardIsOpen(trial: Partial<Window>, profile: Profile): Judgement | null {
  const { away, awayRead } = trial
  const { away: own } = windowsOf(trial)
  const isSaid = soonOf(profile)?.cutOffAt !== undefined && closesIn(own, profile) !== null
  const passed = away && awayRead ? momentOf(awayRead).latest - momentOf(away).earliest : 0
  return passed < aDay && !isSaid ? null : judgeOpen(own, awayRead, profile)
}

/** The earlier window may be why it can be changed no more, unless another of bookable.standard is seen open still. */
function seenBeside(gone: Judgement, come: Judgement): Judgement {
  return come.outcome === 'pass' && gone.outcome === 'untested'
    ? untested(
        'the window of bookable.standard, from which a booking was moved, may have closed as well: none that was moved there was seen open by then',
        'name as bookable.closing something that has room for several bookings, and ask for later days in operations.availability.body',
      )
    : come
}

/** Whether a refusal speaks of a currency: what to do about it is another matter then than room. */
function aboutCurrency(answer: Answer): boolean {
  return answer.refused && /currenc/i.test(answer.describe())
}

export default suite
