import {
  all,
  expect,
  openSuite,
  pass,
  untested,
  unusable,
  type Answer,
  type Judgement,
  type Profile,
  type Suite,
} from '../vocabulary/index.js'
import { refusedWrite } from '../update/judges.js'
import { ifOneWindow, judgeClosed, soonKey, unseen, type Seen, type Taken } from './edge.js'
import { furtherWindows, takenBy, type FurtherWindow, type FurtherWindows } from './furtherWindows.js'
import { shows } from './shownCancellable.js'
import { shownStillOpen, updatedWhileOpen } from './stillOpen.js'

const suite: Suite = openSuite()
const { check } = suite

check(furtherWindows, {
  id: 'cancel.further-window-open-cancellable',
  clause: '3/cancellable-inside-window',
  title: 'cancellable is still true two minutes before the cancellation window closes, of each further policy',
  judge: (trial, { profile }) =>
    each(trial, profile, (window, own) =>
      shownStillOpen(own, { booked: window.confirmed, open: window.open, seen: seenOf(window) }, profile),
    ),
})

check(furtherWindows, {
  id: 'update.further-window-open-accepted',
  clause: '3/update-inside-window-allowed',
  title: 'a confirmed booking can be updated two minutes before the cancellation window closes, of each further policy',
  uses: ['update'],
  judge: (trial, { profile }) =>
    each(trial, profile, (window, own) => {
      const { open, openUpdate } = window
      return updatedWhileOpen(own, { open, openUpdate, seen: seenOf(window) }, profile)
    }),
})

check(furtherWindows, {
  id: 'cancel.further-window-over-not-cancellable',
  clause: '3/window-over-not-cancellable',
  title: 'cancellable is false three minutes after the cancellation window has closed, of each further policy',
  judge: (trial, { profile }) =>
    each(
      trial,
      profile,
      ({ confirmed, closed }, own) =>
        unusable(confirmed) ?? judgeClosed(own, closed, profile) ?? ifOneWindow(own, profile, shows(closed, false)),
    ),
})

check(furtherWindows, {
  id: 'update.further-window-over-refused',
  clause: '7/update-window-over-refused',
  title: 'update is refused three minutes after the cancellation window has closed, of each further policy',
  uses: ['update'],
  judge: (trial, { profile }) =>
    each(
      trial,
      profile,
      ({ which, closed, openUpdate, closedUpdate }, own) =>
        judgeClosed(own, closedUpdate, profile) ??
        ifOneWindow(own, profile, refusedWrite(closedUpdate, openUpdate ?? null, because(which), closed)),
    ),
})

check(furtherWindows, {
  id: 'cancel.further-window-over-refused',
  clause: '7/cancel-window-over-refused',
  title: 'cancel is refused three minutes after the cancellation window has closed, of each further policy',
  uses: ['cancel'],
  judge: (trial, { profile }) =>
    each(
      trial,
      profile,
      ({ which, closed, closedCancel }, own) =>
        judgeClosed(own, closedCancel, profile) ??
        ifOneWindow(
          own,
          profile,
          closedCancel?.refused === true
            ? forItsWindow(closed, closedCancel)
            : expect(closedCancel).toBeRefused(null, because(which)),
        ),
    ),
})

/** None is let pass for another: each was named since its window may be wrong by itself. */
function each(
  { windows = [] }: Partial<FurtherWindows>,
  profile: Profile,
  judge: (window: FurtherWindow, own: Taken) => Judgement,
): Judgement {
  return all(
    ...windows.map((window) => {
      if ('reason' in window) return untested(window.reason, window.remedy)
      const own = takenBy(window)
      return unseen(own, profile) ?? judge(window, own)
    }),
  )
}

function seenOf({ reserved, confirmed, open }: FurtherWindow): readonly Seen[] {
  return [reserved, confirmed, open]
}

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

function because(which: number): string {
  return `though the cancellation window of ${soonKey(which)} has passed`
}

export default suite
