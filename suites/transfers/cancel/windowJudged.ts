import { all, allJudged, describeValue, expect, openSuite, pass, untested, unusable } from '../vocabulary/index.js'
import type { Suite, Answer, Judgement, Profile, Trials } from '../vocabulary/index.js'
import { ifOneWindow, judgeClosed, judgeJustOpen, judgeOpen, namedIn, unseen } from './edge.js'
import type { Seen, Taken } from './edge.js'
import { furtherWindows, takenBy, type FurtherWindow, type FurtherWindows } from './furtherWindows.js'
import { inList, shows } from './shownCancellable.js'
import { window, windowsOf, type Window } from './window.js'
import { onceClosed, ownOf, windowOnHold, type WindowOnHold } from './windowOnHold.js'
import { refusedWrite } from '../update/judges.js'

const suite: Suite = openSuite()
const { check } = suite

/** A booking at the end of its cancellation window. */
interface AtEdge {
  readonly own: Taken
  readonly booked: Seen
  /** Answers that showed it, or one like it, before its window closed. */
  readonly seen: readonly Seen[]
  readonly open: Seen
  readonly openUpdate: Seen
  readonly closed: Seen
  readonly closedUpdate: Seen
  readonly closedCancel?: Seen
  /** A cancel of one like it whose window was open. */
  readonly openCancel?: Seen
  /** Further reads after its window closed. */
  readonly others?: readonly Judgement[]
}

type JudgeAt = (at: AtEdge, profile: Profile) => Judgement

/** A check of the first of bookable.closing, of each further one, and of a hold: a server may get only one wrong. */
interface Row {
  readonly ids: Partial<Readonly<Record<'first' | 'further' | 'held', string>>>
  readonly clause: string
  readonly title: string
  readonly judge: JudgeAt
}

const rows: readonly Row[] = [
  {
    ids: { first: 'cancel.window-open-cancellable', further: 'cancel.further-window-open-cancellable' },
    clause: '3/cancellable-inside-window',
    title: 'cancellable is still true two minutes before the cancellation window closes',
    judge: ({ own, booked, seen, open }, profile) =>
      unusable(booked) ??
      judgeOpen(own, open, profile) ??
      neverOpen(own, seen, profile) ??
      ifOneWindow(own, profile, whatWasLate(own, booked, profile, shows(open, true))),
  },
  {
    ids: { first: 'update.window-open-accepted', further: 'update.further-window-open-accepted' },
    clause: '3/update-inside-window-allowed',
    title: 'a confirmed booking can be updated two minutes before the cancellation window closes',
    judge: ({ own, seen, open, openUpdate }, profile) =>
      wasNotOpen(own, open, seen, profile) ??
      judgeOpen(own, openUpdate, profile) ??
      expect(openUpdate).toBeAccepted('though cancellable of the booking is true'),
  },
  {
    ids: {
      first: 'cancel.window-over-not-cancellable',
      further: 'cancel.further-window-over-not-cancellable',
      held: 'cancel.window-over-hold-not-cancellable',
    },
    clause: '3/window-over-not-cancellable',
    title: 'cancellable is false three minutes after the cancellation window has closed',
    judge: ({ own, booked, closed, others = [] }, profile) =>
      unusable(booked) ??
      judgeClosed(own, closed, profile) ??
      ifOneWindow(own, profile, allJudged(shows(closed, false), ...others)),
  },
  {
    ids: {
      first: 'update.window-over-refused',
      further: 'update.further-window-over-refused',
      held: 'update.window-over-refused-on-hold',
    },
    clause: '7/update-window-over-refused',
    title: 'update is refused three minutes after the cancellation window has closed',
    judge: ({ own, closed, openUpdate, closedUpdate }, profile) =>
      judgeClosed(own, closedUpdate, profile) ??
      ifOneWindow(own, profile, refusedWrite(closedUpdate, openUpdate ?? null, hasPassed(own, profile), closed)),
  },
  {
    ids: { first: 'cancel.window-over-refused', further: 'cancel.further-window-over-refused' },
    clause: '7/cancel-window-over-refused',
    title: 'cancel is refused three minutes after the cancellation window has closed',
    judge: ({ own, booked, closed, closedCancel, openCancel }, profile) => {
      // That it was accepted needs no proof.
      const control = closedCancel?.refused === true ? (openCancel ?? null) : null
      const judged =
        closedCancel?.refused === true && control?.accepted !== true
          ? forItsWindow(closed, closedCancel)
          : expect(closedCancel).toBeRefused(control, hasPassed(own, profile))
      return unusable(booked) ?? judgeClosed(own, closedCancel, profile) ?? ifOneWindow(own, profile, judged)
    },
  },
]

for (const { ids, clause, title, judge } of rows) {
  const declare = <Data>(
    of: Trials<Data>,
    id: string | undefined,
    which: string,
    judgeTrial: (trial: Data, profile: Profile) => Judgement,
  ): void => {
    const [operation = ''] = id?.split('.') ?? []
    // Whether something shows as cancellable needs no cancel.
    const uses = clause.startsWith('7/') || operation === 'update' ? [operation] : []
    if (id !== undefined)
      check(of, {
        id,
        clause,
        title: `${title}${which}`,
        uses,
        judge: (trial, { profile }) => judgeTrial(trial, profile),
      })
  }
  declare(window, ids.first, '', (trial, profile) => judge(atFirst(trial), profile))
  declare(furtherWindows, ids.further, ', of each further policy', (trial, profile) =>
    each(trial, profile, (further) => judge(atFurther(further), profile)),
  )
  declare(windowOnHold, ids.held, ', of a booking ON_HOLD', (trial, profile) => {
    const seen = ids.held?.startsWith('update') === true ? trial.closedUpdate : trial.closed
    return onceClosed(trial, profile, seen, () => judge(atHold(trial), profile))
  })
}

function atFirst(trial: Partial<Window>): AtEdge {
  const { booked, bookedReserved, early, earlyReserved, earlyCancel, awayCancel, open, closed, listed, reread } = trial
  const inTheList = inList(listed, bookedReserved?.accepted === true ? bookedReserved.bookingId : undefined, false)
  return {
    own: windowsOf(trial).own,
    booked,
    seen: [bookedReserved, booked, earlyReserved, early, open],
    open,
    openUpdate: trial.openUpdate,
    closed,
    closedUpdate: trial.closedUpdate,
    closedCancel: trial.closedCancel,
    openCancel: earlyCancel?.accepted === true ? earlyCancel : awayCancel,
    others: [shows(reread, false), inTheList ?? untested('the booking was not found in the list')],
  }
}

function atFurther(further: FurtherWindow): AtEdge {
  const { reserved, confirmed: booked, open, openUpdate, closed, closedUpdate, closedCancel } = further
  const seen = [reserved, booked, open]
  return { own: takenBy(further), booked, seen, open, openUpdate, closed, closedUpdate, closedCancel }
}

function atHold(trial: Partial<WindowOnHold>): AtEdge {
  const { held: booked, open, openUpdate, closed, closedUpdate } = trial
  return { own: ownOf(trial), booked, seen: [booked, open], open, openUpdate, closed, closedUpdate }
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
      wasNotOpen(own, open, atFirst(trial).seen, profile) ??
      ifOneWindow(own, profile, expect(earlyCancel).toBeAccepted('though cancellable of a booking like it is true'))
    )
  },
})

/** Untested where a booking did not show cancellable true shortly before its window closed; null: it did. */
function wasNotOpen(own: Taken, open: Seen, seen: readonly Seen[], profile: Profile): Judgement | null {
  if (open?.read('cancellable') === true) return null
  return neverOpen(own, seen, profile) ?? untested('cancellable of the booking was not true then')
}

/**
 * Untested where no booking of this was ever cancellable, from its reservation on. cutOffAt may then name another time
 * than the end of cancelling, such as the end of sale. null: one was, or the answers do not say.
 */
function neverOpen(own: Taken, seen: readonly Seen[], profile: Profile): Judgement | null {
  const { soon, key } = namedIn(own, profile)
  const told = seen.flatMap((each) => (each?.accepted === true ? [each.read('cancellable')] : []))
  if (soon?.cutOffAt === undefined || told.length === 0 || told.some((each) => each !== false)) return null
  return untested(
    `cancellable of each booking of ${key} was false from its reservation on, so its window had closed before, or ${key}.cutOffAt does not say when it closes`,
    `see whether what stands at ${soon.cutOffAt} is when cancelling ends, and not when sale ends or the ride starts: ${key}.cutOffAt, and ${key}.cutOffBefore for minutes before it`,
  )
}

/** A departure on a fixed day gets nearer its window as the clock moves: a closed window then shows nothing. */
function whatWasLate(own: Taken, booked: Seen, profile: Profile, judged: Judgement): Judgement {
  const clockMinutes = booked?.exchange.clockMinutes ?? 0
  const { soon, key } = namedIn(own, profile)
  return clockMinutes === 0 || judged.outcome !== 'fail' || soon?.cutOffAt !== undefined
    ? judged
    : untested(
        `${key} could be booked only when the test clock had moved on by ${clockMinutes} min, and it may depart on a fixed day`,
        `offer more days in ${key}.availability, so that holds are not in each other's way`,
      )
}

/** No cancel of one like it was accepted before: what shows cancellable false beside it tells why it was refused. */
function forItsWindow(closed: Seen, { status }: Answer): Judgement {
  // A cancel that is not offered, or breaks, is refused for nothing.
  if ([404, 405].includes(Number(status)) || Number(status) >= 500)
    return untested(`the cancel was answered with HTTP ${String(status)}, which may not be for its window`)
  const shown = closed?.accepted === true ? closed.read('cancellable') : undefined
  return shown === false
    ? pass
    : untested(
        `cancellable of the booking was read as ${describeValue(shown)} then, so nothing tells what the cancel was refused for`,
      )
}

export default suite
