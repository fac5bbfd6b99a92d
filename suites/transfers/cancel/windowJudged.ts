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
  type Words,
} from '../vocabulary/index.js'
import type { Suite, Answer, Judgement, Profile } from '../vocabulary/index.js'
import { closesIn, ifOneWindow, judgeClosed, judgeJustOpen, judgeOpen, namedIn, unseen } from './edge.js'
import type { Seen, Taken } from './edge.js'
import { furtherWindows, takenBy, type FurtherWindow, type FurtherWindows } from './furtherWindows.js'
import { neverOpen, shownStillOpen, updatedWhileOpen, listedAs, shows, listedAlso } from './shownCancellable.js'
import { window, windowsOf, placesAtEdge, type Window } from './window.js'
import { refusedWrite } from '../update/judges.js'

const suite: Suite = openSuite()
const { check } = suite

/** A confirmed booking at the end of its cancellation window. */
interface AtEdge {
  readonly own: Taken
  readonly booked: Seen
  /** Answers that showed it, or one like it, before its window closed. */
  readonly seen: readonly Seen[]
  readonly open: Seen
  readonly openUpdate: Seen
  readonly closed: Seen
  readonly closedUpdate: Seen
  /** Further reads after its window closed. */
  readonly others: readonly Judgement[]
}

/** A check of the first thing of bookable.closing, and of each further one: a server may be wrong about one alone. */
interface Row {
  readonly of: 'cancel' | 'update'
  readonly id: string
  readonly clause: string
  readonly title: string
  readonly judge: (at: AtEdge, profile: Profile) => Judgement
}

const rows: readonly Row[] = [
  {
    of: 'cancel',
    id: 'window-open-cancellable',
    clause: '3/cancellable-inside-window',
    title: 'cancellable is still true two minutes before the cancellation window closes',
    judge: (at, profile) => shownStillOpen(at.own, at, profile),
  },
  {
    of: 'update',
    id: 'window-open-accepted',
    clause: '3/update-inside-window-allowed',
    title: 'a confirmed booking can be updated two minutes before the cancellation window closes',
    judge: (at, profile) => updatedWhileOpen(at.own, at, profile),
  },
  {
    of: 'cancel',
    id: 'window-over-not-cancellable',
    clause: '3/window-over-not-cancellable',
    title: 'cancellable is false three minutes after the cancellation window has closed',
    judge: ({ own, booked, closed, others }, profile) =>
      unusable(booked) ??
      judgeClosed(own, closed, profile) ??
      ifOneWindow(own, profile, allJudged(shows(closed, false), ...others)),
  },
  {
    of: 'update',
    id: 'window-over-refused',
    clause: '7/update-window-over-refused',
    title: 'update is refused three minutes after the cancellation window has closed',
    judge: ({ own, closed, openUpdate, closedUpdate }, profile) =>
      judgeClosed(own, closedUpdate, profile) ??
      ifOneWindow(own, profile, refusedWrite(closedUpdate, openUpdate ?? null, hasPassed(own, profile), closed)),
  },
]

for (const { of, id, clause, title, judge } of rows) {
  const uses = of === 'update' ? (['update'] as const) : []
  check(window, {
    id: `${of}.${id}`,
    clause,
    title,
    uses,
    judge: (trial, { profile }) => judge(atFirst(trial), profile),
  })
  check(furtherWindows, {
    id: `${of}.further-${id}`,
    clause,
    title: `${title}, of each further policy`,
    uses,
    judge: (trial, { profile }) => each(trial, profile, (further) => judge(atFurther(further), profile)),
  })
}

function atFirst(trial: Partial<Window>): AtEdge {
  const { booked, bookedReserved, early, earlyReserved, open, openUpdate, closed, closedUpdate, listed, reread } = trial
  return {
    own: windowsOf(trial).own,
    booked,
    seen: [bookedReserved, booked, earlyReserved, early, open],
    open,
    openUpdate,
    closed,
    closedUpdate,
    others: [shows(reread, false), listedAs(listed, false)],
  }
}

function atFurther(window: FurtherWindow): AtEdge {
  const { reserved, confirmed: booked, open, openUpdate, closed, closedUpdate } = window
  const seen = [reserved, booked, open]
  return { own: takenBy(window), booked, seen, open, openUpdate, closed, closedUpdate, others: [] }
}

/** Judges each further window. None is let pass for another. */
function each(
  { windows = [] }: Partial<FurtherWindows>,
  profile: Profile,
  judge: (window: FurtherWindow) => Judgement,
): Judgement {
  return all(
    ...windows.map((window) =>
      'reason' in window ? untested(window.reason, window.remedy) : (unseen(takenBy(window), profile) ?? judge(window)),
    ),
  )
}

function hasPassed(own: Taken, profile: Profile): string {
  return `though the cancellation window of ${namedIn(own, profile).key} has passed`
}

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
        : (neverOpen(own, atFirst(trial).seen, profile) ?? untested('cancellable of the booking was not true then')))
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
    // That it was accepted needs no proof; that it was refused is proven by the ones before, and by the one that was moved.
    const control = earlyCancel?.accepted === true ? earlyCancel : (awayCancel ?? null)
    return ifOneWindow(
      own,
      profile,
      expect(closedCancel).toBeRefused(closedCancel?.refused === true ? control : null, hasPassed(own, profile)),
    )
  },
})

check(furtherWindows, {
  id: 'cancel.further-window-over-refused',
  clause: '7/cancel-window-over-refused',
  title: 'cancel is refused three minutes after the cancellation window has closed, of each further policy',
  uses: ['cancel'],
  judge: (trial, { profile }) =>
    each(trial, profile, (further) => {
      const { closed, closedCancel } = further
      const own = takenBy(further)
      const judged =
        closedCancel?.refused === true
          ? forItsWindow(closed, closedCancel)
          : expect(closedCancel).toBeRefused(null, hasPassed(own, profile))
      return judgeClosed(own, closedCancel, profile) ?? ifOneWindow(own, profile, judged)
    }),
})

/** No cancel of one like it was tried before: what shows cancellable false beside it tells why it was refused. */
function forItsWindow(closed: Seen, { status }: Answer): Judgement {
  // A cancel that is not offered, or breaks, is refused for nothing.
  if ([404, 405].includes(Number(status)) || Number(status) >= 500)
    return untested(`the cancel was answered with HTTP ${String(status)}, which may not be for its window`)
  return closed?.accepted === true && closed.read('cancellable') === false
    ? pass
    : untested(
        'cancellable of the booking was not read as false then, so nothing tells what the cancel was refused for',
      )
}

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

function accepted(answer: Answer, because: Words): Judgement {
  return expect(answer).toBeAccepted(because)
}

/** What shows cancellable false beside it tells why it was refused. */
function refused(answer: Answer, because: Words): Judgement {
  return answer.refused ? pass : expect(answer).toBeRefused(null, because)
}

/** The first of several judgements that is no pass: what comes after it may follow from it. */
function first(...judged: readonly (Judgement | null | undefined)[]): Judgement {
  const said = judged.filter((each) => each !== null && each !== undefined)
  return said.find(({ outcome }) => outcome !== 'pass') ?? all(...said)
}

/** Whether a refusal speaks of a currency: what to do about it is another matter then than room. */
function aboutCurrency(answer: Answer): boolean {
  return answer.refused && /currenc/i.test(answer.describe())
}

export default suite
