import { expect, openSuite, untested, whatever, type Suite } from '../vocabulary/index.js'
import { notCancellable, refusedUnchanged, refusedWhenFalse } from '../update/notCancellable.js'

const suite: Suite = openSuite()
const { check } = suite

check(notCancellable, {
  id: 'cancel.not-cancellable-refused',
  clause: '7/cancel-not-cancellable-refused',
  title: 'cancel of a confirmed booking whose cancellable is false is refused: too late, or redeemed',
  uses: ['cancel'],
  judge: ({ controls, late, redeemed }) =>
    late === null && redeemed === null
      ? untested(
          'no confirmed booking has cancellable false',
          'give bookable.lateStart: a product and option that start too soon to be cancelled',
        )
      : whatever(refusedWhenFalse(late?.cancel, controls.cancel), refusedWhenFalse(redeemed?.cancel, controls.cancel)),
})

check(notCancellable, {
  id: 'cancel.window-passed-refused',
  clause: '7/cancel-window-passed-refused',
  title: 'cancel of a confirmed booking whose cancellation window has passed is refused',
  uses: ['cancel'],
  needs: ['lateStart'],
  judge: ({ controls, late }) =>
    late === null
      ? untested('bookable.lateStart could not be booked and confirmed')
      : expect(late.cancel?.answer).toBeRefused(
          controls.cancel,
          'though the cancellation window of bookable.lateStart has passed',
        ),
})

check(notCancellable, {
  id: 'cancel.refused-changes-nothing',
  clause: '7/refused-cancel-changes-nothing',
  title: 'a cancel that is refused because the booking is not cancellable changes nothing',
  uses: ['cancel'],
  judge: ({ controls, late, redeemed }) =>
    whatever(refusedUnchanged(late?.cancel, controls.cancel), refusedUnchanged(redeemed?.cancel, controls.cancel)),
})

export default suite
