import {
  allJudged,
  expect,
  need,
  notApplicable,
  openSuite,
  sameBooking,
  tellingFields,
  unseen,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, BookingField, Judgement, Suite } from '../vocabulary/index.js'
import { keepsCurrency, keepsNotes, type Settled } from './settle.js'
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
  judge: ({ settled, shortest, confirmedLonger = null }) => {
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
  id: 'extend.then-confirm-persisted',
  clause: '3/confirm-persisted-get',
  title: 'after a confirm of a booking that was extended, get shows the status that the confirm answered',
  uses: ['confirm', 'get'],
  judge: when(
    ({ control, confirmed, before }) =>
      unusable(control) ?? sameBooking(confirmed, before, ['status'], 'though confirm answered so'),
  ),
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
        'see extend.refused-leaves-state',
      )
    return expect(cancelledConfirmed).toBeRefused(confirmed, 'though the hold was cancelled')
  }),
})

check(lengthened, {
  id: 'extend.keeps-notes',
  clause: '4.2/notes-kept',
  title: 'a booking that is extended keeps its notes',
  uses: ['confirm', 'get'],
  judge: when(
    ({ reserved, control, confirmed, before }) =>
      unusable(control) ?? keepsNotes(reserved, [control, before], [confirmed]),
  ),
})

check(lengthened, {
  id: 'extend.keeps-currency',
  clause: '4.2/currency-kept',
  title: 'a booking that is extended stays in the currency in which it was reserved',
  judge: ({ reserved, first, firstRead, second, secondRead }) =>
    unusable(first) ?? keepsCurrency(reserved, [first, firstRead, second, secondRead]),
})

check(lengthened, {
  id: 'confirm.keeps-currency',
  clause: '4.2/currency-kept',
  title: 'a booking that is confirmed stays in the currency in which it was reserved',
  uses: ['confirm', 'get'],
  judge: ({ reserved, first, firstRead, second, secondRead, settled }) => {
    if (settled === null) return unseen('no booking could be confirmed')
    const until = keepsCurrency(reserved, [first, firstRead, second, secondRead])
    return until.outcome === 'fail'
      ? untested('the booking was in another currency before it was confirmed', 'see extend.keeps-currency')
      : keepsCurrency(reserved, [settled.confirmed, settled.before])
  },
})

check(lengthened, {
  id: 'extend.refused-leaves-state',
  clause: '7/refused-extend-changes-nothing',
  title: 'an extend that is refused for the state of the booking leaves it as it was',
  uses: ['confirm', 'get'],
  judge: when(({ before, extended, read, cancelled, cancelledExtended, cancelledRead }) =>
    allJudged(
      unchanged(before, extended, read, tellingFields),
      unchanged(cancelled, cancelledExtended, cancelledRead, ['status']),
    ),
  ),
})

function unchanged(
  before: Answer | null,
  extended: Answer | null,
  read: Answer | null,
  fields: readonly BookingField[],
): Judgement {
  if (extended?.refused !== true) return untested('the extend was not refused')
  return sameBooking(before, read, fields, 'though the extend was refused')
}

export default suite
