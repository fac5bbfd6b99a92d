import { expect, openSuite, untested, unusable, type Suite } from '../vocabulary/index.js'
import { ifOneWindow, judgeJustOpen, type Seen } from './edge.js'
import { neverOpen, shownStillOpen, updatedWhileOpen } from './stillOpen.js'
import { window, windowsOf, type Window } from './window.js'

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

export default suite
