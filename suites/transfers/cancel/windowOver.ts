import { allJudged, expect, openSuite, unusable, type Suite } from '../vocabulary/index.js'
import { refusedWrite } from '../update/judges.js'
import { ifOneWindow, judgeClosed } from './edge.js'
import { listedAs, shows } from './shownCancellable.js'
import { window, windowsOf } from './window.js'

const suite: Suite = openSuite()
const { check } = suite

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

export default suite
