import {
  expect,
  openSuite,
  untested,
  unusable,
  allJudged,
  all,
  idText,
  momentOf,
  pass,
  soonOf,
  type Suite,
  type Answer,
  type Judgement,
  type Profile,
} from '../vocabulary/index.js'
import { ifOneWindow, judgeJustOpen, judgeClosed, closesIn, judgeOpen, type Seen } from './edge.js'
import { neverOpen, shownStillOpen, updatedWhileOpen, listedAs, shows, listedAlso } from './shownCancellable.js'
import { window, windowsOf, placesAtEdge, type Window } from './window.js'
import { refusedWrite } from '../update/judges.js'

const suite: Suite = openSuite()
const { check } = suite

check(window, {
  id: 'cancel.window-open-cancellable',
  clause: '3/cancellable-inside-window',
  title: 'cancellable is still true two minutes before the cancellation window closes',
  judge: (trial, { profile }) => {
    const { booked, open } = trial
    return shownStillOpen(windowsOf(trial).own, { booked, open, seen: seenIn(trial) }, profile)
  },
})

check(window, {
  id: 'update.window-open-accepted',
  clause: '3/update-inside-window-allowed',
  title:
    'a confirmed booking whose cancellable is true can be updated two minutes before the cancellation window closes',
  uses: ['update'],
  judge: (trial, { profile }) => {
    const { open, openUpdate } = trial
    return updatedWhileOpen(windowsOf(trial).own, { open, openUpdate, seen: seenIn(trial) }, profile)
  },
})

check(window, {
  id: 'cancel.window-open-accepted',
  clause: '3/cancel-inside-window-allowed',
  title: 'a confirmed booking can be cancelled two minutes before the cancellation window closes',
  uses: ['cancel'],
  judge: (trial, { profile }) => {
    const { early, open, earlyCancel } = trial
    const own = windowsOf(trial).early
    return (
      unusable(early) ??
      judgeJustOpen(own, earlyCancel, profile) ??
      (open?.read('cancellable') === true
        ? ifOneWindow(own, profile, expect(earlyCancel).toBeAccepted('though cancellable of a booking like it is true'))
        : (neverOpen(own, seenIn(trial), profile) ?? untested('cancellable of the booking was not true then')))
    )
  },
})

/** All that showed a booking of bookable.closing before its window closed. */
function seenIn({ booked, bookedReserved, early, earlyReserved, open }: Partial<Window>): readonly Seen[] {
  return [bookedReserved, booked, earlyReserved, early, open]
}

check(window, {
  id: 'cancel.window-over-not-cancellable',
  clause: '3/window-over-not-cancellable',
  title: 'cancellable is false, by get and in the list, three minutes after the cancellation window has closed',
  judge: (trial, { profile }) => {
    const { booked, closed, listed, reread } = trial
    const { own } = windowsOf(trial)
    return (
      unusable(booked) ??
      judgeClosed(own, closed, profile) ??
      ifOneWindow(own, profile, allJudged(shows(closed, false), shows(reread, false), listedAs(listed, false)))
    )
  },
})

check(window, {
  id: 'update.window-over-refused',
  clause: '7/update-window-over-refused',
  title: 'update is refused three minutes after the cancellation window has closed',
  uses: ['update'],
  judge: (trial, { profile }) => {
    const { closed, openUpdate, closedUpdate } = trial
    const { own } = windowsOf(trial)
    const because = 'though the cancellation window of bookable.closing has passed'
    return (
      judgeClosed(own, closedUpdate, profile) ??
      ifOneWindow(own, profile, refusedWrite(closedUpdate, openUpdate ?? null, because, closed))
    )
  },
})

check(window, {
  id: 'cancel.window-over-refused',
  clause: '7/cancel-window-over-refused',
  title: 'cancel is refused three minutes after the cancellation window has closed',
  uses: ['cancel'],
  judge: (trial, { profile }) => {
    const { booked, earlyCancel, closedCancel, awayCancel } = trial
    const { own } = windowsOf(trial)
    const cannot = unusable(booked) ?? judgeClosed(own, closedCancel, profile)
    if (cannot !== null) return cannot
    const because = 'though the cancellation window of bookable.closing has passed'
    // That it was accepted needs no proof; that it was refused is proven by the ones before, and by the one that was moved.
    const control = earlyCancel?.accepted === true ? earlyCancel : (awayCancel ?? null)
    return ifOneWindow(
      own,
      profile,
      expect(closedCancel).toBeRefused(closedCancel?.refused === true ? control : null, because),
    )
  },
})

/** In minutes. */
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
        listedAlso(listed, idText(awayRead?.read('id')), true),
        awayCancel && accepted(awayCancel, `${because} is open`),
      )
    const cancelled = hereCancel && refused(hereCancel, `${because} has passed`)
    const come =
      unusable(here) ??
      judgeClosed(windowsOf(trial).here, hereCancel ?? hereRead, profile) ??
      first(
        // What is cancelled shows no more than that; an answer that was lost hides nothing of what is read.
        cancelled?.outcome === 'fail' ? cancelled : null,
        shows(hereRead, false),
        listedAlso(listed, idText(hereRead?.read('id')), false),
        cancelled,
        hereUpdate && !hereUpdate.refused ? refusedWrite(hereUpdate, null, `${because} has passed`, hereRead) : null,
      )
    return allJudged(gone, ifOneWindow(windowsOf(trial).here, profile, seenBeside(gone, come)))
  },
})

/** The booking of bookable.standard was to be moved to what another booking has, and there may be no room for more. */
function isTakenThere({ bookedReserved, here }: Partial<Window>): boolean {
  const [had, wanted] = [bookedReserved, here].map((each) => each?.exchange.input['availabilityId'])
  return had !== undefined && had === wanted
}

/** A booking of bookable.standard that can be changed no more shows that its own window is over: then, nothing is known by moving to it. */
function startIsNear(trial: Partial<Window>): Judgement | null {
  const { here } = trial
  if (here?.refused === true && aboutCurrency(here))
    return untested(
      `a booking of bookable.standard could not be moved to bookable.closing, for its currency as it seems (exchange ${here.n}: ${here.describe()})`,
      'name as bookable.closing something that is sold in the default currency of bookable.standard, or give both their currencies, with one that both are sold in',
    )
  if (here?.refused === true && isTakenThere(trial))
    return untested(
      `a booking of bookable.standard could not be moved to what other bookings of bookable.closing have (exchange ${here.n}: ${here.describe()})`,
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
 * Untested where the window of what it was moved to may have closed as well: where the availability says so, or else where much time has
 * passed; null: it is open.
 */
function standardIsOpen(trial: Partial<Window>, profile: Profile): Judgement | null {
  const { away, awayRead } = trial
  const { away: own } = windowsOf(trial)
  const isSaid = soonOf(profile)?.cutOffAt !== undefined && closesIn(own, profile) !== null
  const passed = away && awayRead ? momentOf(awayRead).latest - momentOf(away).earliest : 0
  return passed < aDay && !isSaid ? null : judgeOpen(own, awayRead, profile)
}

/** That it can be changed no more may come of the window that it had before, unless another of bookable.standard is seen to be open still. */
function seenBeside(gone: Judgement, come: Judgement): Judgement {
  return come.outcome === 'pass' && gone.outcome === 'untested'
    ? untested(
        'the window of bookable.standard, from which a booking was moved, may have closed as well: none that was moved there was seen open by then',
        'name as bookable.closing something that has room for several bookings, and ask for later days in operations.availability.body',
      )
    : come
}

function accepted(answer: Answer, because: string): Judgement {
  return expect(answer).toBeAccepted(because)
}

/** What shows cancellable false beside it tells why it was refused. */
function refused(answer: Answer, because: string): Judgement {
  return answer.refused ? pass : expect(answer).toBeRefused(null, because)
}

/** The first of several judgements that is no pass: what comes after it may follow from it. */
function first(...judged: readonly (Judgement | null | undefined)[]): Judgement {
  const said = judged.filter((each) => each !== null && each !== undefined)
  return said.find(({ outcome }) => outcome !== 'pass') ?? all(...said)
}

/** Whether a refusal speaks of a currency: what to do about it is another matter then than room. */
export function aboutCurrency(answer: Answer): boolean {
  return answer.refused && /currenc/i.test(answer.describe())
}

export default suite
