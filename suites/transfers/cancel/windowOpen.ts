import { expect, openSuite, untested, unusable, type Answer, type Judgement, type Suite } from '../vocabulary/index.js'
import { ifOneWindow, judgeOpen } from './edge.js'
import { shows } from './shownCancellable.js'
import { window, windowsOf } from './window.js'

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
      : untested('cancellable of the booking was not true then')
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
      judgeOpen(own, earlyCancel, profile) ??
      (open?.read('cancellable') === true
        ? ifOneWindow(own, profile, expect(earlyCancel).toBeAccepted('though cancellable of a booking like it is true'))
        : untested('cancellable of the booking was not true then'))
    )
  },
})

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
