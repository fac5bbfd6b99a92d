import { expect, openSuite, unjudged, untested, unusable, allJudged } from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'
import { notCancellable, type Late } from '../update/notCancellable.js'
import { eachLate, ofRedeemed } from '../cancel/tooLate.js'

const suite: Suite = openSuite()
const { check } = suite

check(notCancellable, {
  id: 'confirm.late-start-accepted',
  clause: '3/confirm-not-cancellable-accepted',
  title: 'a booking ON_HOLD whose cancellable is false can be confirmed',
  needs: ['late'],
  judge: (trial) => eachLate(trial, (late) => taken(late, late.confirmed)),
})

check(notCancellable, {
  id: 'extend.late-start-accepted',
  clause: '3/extend-not-cancellable-accepted',
  title: 'a booking ON_HOLD whose cancellable is false can be extended',
  uses: ['extend'],
  needs: ['late', 'operations.extend.expirationMinutes'],
  judge: (trial) => eachLate(trial, (late) => taken(late, late.extended)),
})

function taken(late: Late, answer: Answer | null): Judgement {
  return notHeld(late) ?? expect(answer).toBeAccepted('though the booking was ON_HOLD')
}

/** Why what was done to a hold of bookable.late says nothing; null: it was ON_HOLD, and its cancellable false. */
function notHeld({ reserved, heldCancel }: Late): Judgement | null {
  const cannot = unusable(reserved)
  if (cannot !== null) return cannot
  if (reserved.read('status') !== 'ON_HOLD') return untested('the booking was not ON_HOLD')
  if (reserved.read('cancellable') !== false) return untested('cancellable of the booking is not false')
  return heldCancel === null || heldCancel.refused ? null : untested('a cancel of the booking before was not refused')
}

check(notCancellable, {
  id: 'confirm.redeemed-refused',
  clause: '3/confirm-redeemed-changes-nothing',
  title:
    'confirm of a redeemed booking is refused, or answers it unchanged; afterwards get shows what it showed before',
  needs: ['redeem'],
  judge: (trial) =>
    ofRedeemed(trial, ({ read, confirm, readAgain }) => {
      if (confirm.outcome === 'none') return unjudged(confirm)
      if (read.read('cancellable') !== false)
        return untested('cancellable of the redeemed booking was not false before')
      // Under which name a redeemed booking goes on is not shown, but it is never cancellable again.
      const shown = confirm.accepted ? [confirm, readAgain] : [readAgain]
      return allJudged(...shown.map((answer) => expect(answer).field('cancellable').toBe(false)))
    }),
})

export default suite
