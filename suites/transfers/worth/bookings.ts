import { inWords, openSuite, remarkAt, type Answer, type Json, type Suite } from '../vocabulary/index.js'
import { created } from '../reserve/created.js'
import { priced } from '../reserve/currency.js'
import { allFields } from '../update/allFields.js'
import { sumOfTaxes } from './sumOfTaxes.js'

const suite: Suite = openSuite()
const { worth } = suite

worth(created, {
  id: 'worth.taxes-above-net',
  clause: '2.5/taxes-above-net',
  look: ({ plain }) =>
    plain.bookings.flatMap((booking) => {
      const [sum, net] = [sumOfTaxes(booking), booking.read('net')]
      return sum === null || typeof net !== 'number' || sum <= net
        ? []
        : [
            remarkAt(
              plain,
              booking.place('taxes'),
              `the taxes of a booking add up to ${sum}, and its net amount is ${net}`,
            ),
          ]
    }),
})

worth(priced, {
  id: 'worth.same-price-in-two-currencies',
  clause: '2.5/price-across-currencies',
  look: ({ asked }) => {
    const shown = asked.flatMap(({ reserved }) => priceOf(reserved))
    return shown.flatMap((one, at) => {
      const same = shown
        .slice(0, at)
        .find((each) => each.slot === one.slot && each.currency !== one.currency && each.net === one.net)
      if (same === undefined) return []
      const text = `one start is booked at ${inFull(one)}, and at ${inFull(same)} (exchange ${same.answer.n})`
      return [remarkAt(one.answer, one.place, text)]
    })
  },
})

worth(allFields, {
  id: 'worth.moved-price',
  clause: '2.5/price-after-a-move',
  look: ({ before, read, probe }) => {
    const [was, is, there] = [before, read, probe].map((each) => (each === null ? [] : priceOf(each))[0])
    if (was === undefined || is === undefined || there === undefined) return []
    if (is.currency === there.currency && is.total === there.total && is.net === there.net) return []
    const text = `a booking that was moved costs ${inFull(is)}, after ${inFull(was)} (exchange ${before.n}), and a new one there ${inFull(there)} (exchange ${there.answer.n})`
    return [remarkAt(is.answer, is.place, text)]
  },
})

interface Shown {
  readonly answer: Answer
  readonly slot: Json | undefined
  readonly currency: string
  readonly total: number
  readonly net: number
  /** Of the net amount. */
  readonly place: string
}

/** What a booking costs, where the answer shows all of it. */
function priceOf(answer: Answer): readonly Shown[] {
  if (!answer.accepted) return []
  return answer.bookings.flatMap((booking) => {
    const [currency, total, net] = [booking.read('currency'), booking.read('total'), booking.read('net')]
    return typeof currency === 'string' && typeof total === 'number' && typeof net === 'number'
      ? [{ answer, slot: answer.exchange.input['availabilityId'], currency, total, net, place: booking.place('net') }]
      : []
  })
}

function inFull({ total, net, currency }: Shown): string {
  return `${total}, ${net} net, in ${inWords(currency)}`
}

export default suite
