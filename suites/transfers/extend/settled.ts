import { expect, need, notApplicable, openSuite, unseen, untested } from '../vocabulary/index.js'
import type { Judgement, Suite } from '../vocabulary/index.js'
import type { Settled } from './settle.js'
import { lengthened } from './lengthen.js'

const suite: Suite = openSuite()
const { check } = suite

function when(judge: (data: Settled) => Judgement): (data: { readonly settled: Settled | null }) => Judgement {
  return ({ settled }) => (settled === null ? unseen('no booking could be confirmed') : judge(settled))
}

check(lengthened, {
  id: 'extend.confirmed-refused',
  clause: '7/extend-confirmed-refused',
  title: 'extend of a confirmed booking is refused',
  uses: ['confirm', 'get'],
  judge: ({ settled, shortest, confirmedLonger }) => {
    if (settled === null) return untested('no booking could be confirmed')
    const { control, confirmed, extended } = settled
    if (confirmed.read('status') === 'ON_HOLD') return untested('confirm left the booking ON_HOLD')
    const isToLengthen = shortest.refused && confirmedLonger !== null
    return expect(extended.refused && isToLengthen ? confirmedLonger : extended).toBeRefused(
      control,
      'though the booking was confirmed',
    )
  },
})

check(lengthened, {
  id: 'extend.cancelled-refused',
  clause: '7/extend-cancelled-refused',
  title: 'extend of a cancelled booking is refused',
  uses: ['confirm', 'get', 'cancel'],
  judge: when(({ control, cancelled, cancelledExtended }) => {
    need(cancelled)
    if (cancelled.read('status') === 'ON_HOLD') return untested('cancel left the booking ON_HOLD')
    return expect(cancelledExtended).toBeRefused(control, 'though the booking was cancelled')
  }),
})

check(lengthened, {
  id: 'extend.cancelled-hold-not-confirmed',
  clause: '3/confirm-cancelled-refused',
  title: 'confirm of a hold that was cancelled is refused',
  uses: ['confirm', 'get', 'cancel'],
  judge: when(({ confirmed, cancelled, cancelledExtended, cancelledRead, cancelledConfirmed }) => {
    need(cancelled)
    if (cancelledConfirmed === null) return notApplicable('a hold cannot be cancelled on this target')
    if (cancelled.read('status') === 'ON_HOLD') return untested('cancel left the booking ON_HOLD')
    if (cancelledExtended?.refused === true && cancelledRead?.read('status') === 'ON_HOLD')
      return untested(
        'the booking was ON_HOLD again after an extend that was refused',
        'see extend.refused-changes-nothing',
      )
    return expect(cancelledConfirmed).toBeRefused(confirmed, 'though the hold was cancelled')
  }),
})

export default suite
