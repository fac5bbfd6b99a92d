import { allJudged, expect, openSuite, unseen, type Judgement, type Suite } from '../vocabulary/index.js'
import { notCancellable, type Late } from '../update/notCancellable.js'
import { eachLate, leavesNoReason, unlessOnlySaidLate, refusedWhenFalse } from '../update/refusedTry.js'

const suite: Suite = openSuite()
const { check } = suite

check(notCancellable, {
  id: 'cancel.not-cancellable-refused',
  clause: '7/cancel-not-cancellable-refused',
  title: 'cancel of a booking whose cancellable is false is refused: too late, on hold or confirmed, or redeemed',
  uses: ['cancel'],
  judge: ({ controls, late, redeemed }) =>
    late.length === 0 && redeemed === null
      ? unseen(
          'no booking has cancellable false that was not cancelled',
          'add to bookable what starts too soon to be cancelled: - { as: late, productId: ..., optionId: ... }',
        )
      : allJudged(
          ...late.flatMap((each) => [
            heldRefused(each, controls.cancel),
            refusedWhenFalse(each.cancel, controls.cancel),
          ]),
          refusedWhenFalse(redeemed?.cancel, controls.cancel),
        ),
})

function heldRefused(
  { reserved, heldUpdate, heldCancel }: Late,
  control: Parameters<typeof refusedWhenFalse>[1],
): Judgement {
  return refusedWhenFalse(heldCancel && { before: heldUpdate?.after ?? reserved, answer: heldCancel }, control)
}

check(notCancellable, {
  id: 'cancel.window-passed-refused',
  clause: '7/cancel-window-passed-refused',
  title: 'cancel of a confirmed booking whose cancellation window has passed is refused',
  uses: ['cancel'],
  needs: ['late'],
  judge: (trial) => {
    const because =
      'though it is of bookable.late, whose cancellation window has passed, or which can never be cancelled'
    return eachLate(trial, (late) =>
      unlessOnlySaidLate(
        late,
        late.cancel === null ? [] : [late.cancel.before],
        expect(late.cancel?.answer).toBeRefused(trial.controls.cancel, because),
      ),
    )
  },
})

check(notCancellable, {
  id: 'cancel.refused-leaves-no-reason',
  clause: '7/refused-cancel-changes-nothing',
  title: 'a cancel that is refused because the booking is not cancellable leaves its reason nowhere',
  uses: ['cancel'],
  judge: ({ controls, late, redeemed }) =>
    allJudged(
      ...late.map(({ cancel }) => leavesNoReason(cancel, controls.cancel)),
      leavesNoReason(redeemed?.cancel, controls.cancel),
    ),
})

export default suite
