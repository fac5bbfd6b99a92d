import {
  expect,
  openSuite,
  untested,
  unusable,
  type Answer,
  type Judgement,
  type Profile,
  type Suite,
} from '../vocabulary/index.js'
import { ifOneWindow, judgeJustOpen, judgeOpen } from './edge.js'
import { shows } from './shownCancellable.js'
import { window, windowsOf, type Window } from './window.js'

const suite: Suite = openSuite()
const { check } = suite

check(window, {
  id: 'cancel.window-open-cancellable',
  clause: '3/cancellable-inside-window',
  title: 'cancellable is still true two minutes before the cancellation window closes',
  judge: (trial, { profile }) => {
    const { booked, open } = trial
    const { own } = windowsOf(trial)
    return (
      unusable(booked) ??
      judgeOpen(own, open, profile) ??
      neverOpen(trial, profile) ??
      ifOneWindow(own, profile, whatWasLate(booked, shows(open, true)))
    )
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
    return open?.read('cancellable') === true
      ? (judgeOpen(windowsOf(trial).own, openUpdate, profile) ??
          expect(openUpdate).toBeAccepted('though cancellable of the booking is true'))
      : (neverOpen(trial, profile) ?? untested('cancellable of the booking was not true then'))
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
        : (neverOpen(trial, profile) ?? untested('cancellable of the booking was not true then')))
    )
  },
})

/**
 * Untested where no booking of bookable.soon was ever cancellable, from its reservation on: cutOffAt may point to another time than that at
 * which cancelling ends, such as the end of sale. null: one was, or they do not say.
 */
function neverOpen(
  { booked, bookedReserved, early, earlyReserved, open }: Partial<Window>,
  profile: Profile,
): Judgement | null {
  const { soon } = profile.bookable
  const told = [bookedReserved, booked, earlyReserved, early, open].flatMap((each) =>
    each?.accepted === true ? [each.read('cancellable')] : [],
  )
  if (soon?.cutOffAt === undefined || told.length === 0 || told.some((each) => each !== false)) return null
  return untested(
    'cancellable of each booking of bookable.soon was false from its reservation on, so its window had closed before, or bookable.soon.cutOffAt does not say when it closes',
    `see whether what stands at ${soon.cutOffAt} is when cancelling ends, and not when sale ends or the ride starts: bookable.soon.cutOffAt, and bookable.soon.cutOffBefore for minutes before it`,
  )
}

/** What departs on a fixed day is nearer its window when the clock has moved: then, that it has closed tells nothing. */
function whatWasLate(booked: Answer | undefined, judged: Judgement): Judgement {
  const clockMinutes = booked?.exchange.clockMinutes ?? 0
  return clockMinutes === 0 || judged.outcome !== 'fail' || booked?.profile.bookable.soon?.cutOffAt !== undefined
    ? judged
    : untested(
        `bookable.soon could be booked only when the test clock had moved on by ${clockMinutes} min, and it may depart on a fixed day`,
        "offer more in operations.availability.body, so that holds are not in each other's way",
      )
}

export default suite
