import {
  allJudged,
  openSuite,
  priceFields,
  sameBooking,
  toldBy,
  unseen,
  type Answer,
  type BookingField,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { reference } from '../confirm/reference.js'

const suite: Suite = openSuite()
const { check } = suite

check(reference, {
  id: 'booking.prices-agree-with-get',
  clause: '3/answer-agrees-with-get',
  title: 'get shows the price that confirm and cancel answered',
  uses: ['cancel', 'get'],
  judge: ({ cancel }) =>
    cancel === null
      ? unseen('no booking could be confirmed')
      : allJudged(
          kept(cancel.confirm, cancel.before, priceFields, 'though nothing was done after the confirm'),
          kept(cancel.cancelled, cancel.read, priceFields, 'though nothing was done after the cancel'),
        ),
})

/** The same in both answers, as far as both tell: what an answer leaves out it does not contradict. */
function kept(earlier: Answer, later: Answer, fields: readonly BookingField[], because: string): Judgement {
  const told = toldBy(fields, earlier, later)
  return sameBooking(earlier, later, told, because)
}

export default suite
