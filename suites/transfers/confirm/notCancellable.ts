import {
  expect,
  openSuite,
  unjudged,
  untested,
  unusable,
  allJudged,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { notCancellable, type Late } from '../update/notCancellable.js'
import { notBooked, notRedeemed } from '../update/refusedTry.js'

const suite: Suite = openSuite()
const { check } = suite

check(notCancellable, {
  id: 'confirm.late-start-accepted',
  clause: '3/confirm-not-cancellable-accepted',
  title: 'a booking ON_HOLD whose cancellable is false can be confirmed',
  needs: ['late'],
  judge: ({ late }) =>
    late.length === 0
      ? notBooked
      : allJudged(
          ...late.map((each) => notHeld(each) ?? expect(each.confirmed).toBeAccepted('though the booking was ON_HOLD')),
        ),
})

check(notCancellable, {
  id: 'extend.late-start-accepted',
  clause: '3/extend-not-cancellable-accepted',
  title: 'a booking ON_HOLD whose cancellable is false can be extended',
  uses: ['extend'],
  needs: ['late', 'operations.extend.expirationMinutes'],
  judge: ({ late }) =>
    late.length === 0
      ? notBooked
      : allJudged(
          ...late.map((each) => notHeld(each) ?? expect(each.extended).toBeAccepted('though the booking was ON_HOLD')),
        ),
})

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
  judge: ({ redeemed, unredeemed }) => {
    if (redeemed === null) return notRedeemed({ unredeemed })
    const { read, confirm, readAgain } = redeemed
    if (confirm.outcome === 'none') return unjudged(confirm)
    if (read.read('cancellable') !== false) return untested('cancellable of the redeemed booking was not false before')
    // Under which name a redeemed booking goes on is not shown, but it is never cancellable again.
    return allJudged(
      ...[...(confirm.accepted ? [confirm] : []), readAgain].map((answer) =>
        expect(answer).field('cancellable').toBe(false),
      ),
    )
  },
})

check(notCancellable, {
  id: 'extend.redeemed-refused',
  clause: '7/extend-redeemed-refused',
  title: 'extend of a redeemed booking is refused',
  uses: ['extend'],
  needs: ['redeem'],
  judge: ({ redeemed, unredeemed }) =>
    redeemed === null
      ? notRedeemed({ unredeemed })
      : expect(redeemed.extend).toBeRefused(redeemed.extended, 'though the booking was redeemed'),
})

export default suite
