import { on, put } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { given, rule, seen } from '../changes/shown.js'
import type { Break } from '../change.js'
import type { Fault } from '../fault.js'
import { answeredWithoutTaxOfNet, bookedWithoutTax } from './withoutTax.js'

/** Prices of bookings beside those that the availability check showed of the same start. */
export const offeredPriceFaults: readonly Fault[] = faults({
  '2.4/booking-amounts-in-smallest-unit': {
    'yen-booked-in-hundredths': [
      'what is booked in yen costs a hundred times as many as the availability check showed',
      offered(
        rule('quote', (usual, name, start, currency, ctx) => {
          const price = usual(name, start, currency, ctx)
          return ctx.operation === 'reserve' && currency === 'JPY'
            ? { ...price, total: price.total * 100, net: price.net * 100 }
            : price
        }),
      ),
    ],
    'yen-answered-in-hundredths-by-reserve': [
      'reserve answers amounts in yen in hundredths, which all else shows as they are',
      offered(
        on('reserve').answers(
          put('/pricing/total', (was, { currency }) => (currency === 'JPY' ? Number(was) * 100 : was)),
          put('/pricing/net', (was, { currency }) => (currency === 'JPY' ? Number(was) * 100 : was)),
        ),
      ),
    ],
  },
  '2.5/total-with-what-was-offered': {
    'bookings-cost-what-is-left-without-tax': [
      'a booking costs what the availability check showed, less the tax in that',
      offered(bookedWithoutTax),
    ],
    'reserve-answers-without-the-tax-of-net': [
      'reserve answers the total without the tax that is in the net amount, which all else shows with it',
      offered(answeredWithoutTaxOfNet),
    ],
  },
})

function offered(change: Parameters<typeof seen>[2]): Break {
  return given('availability-shows-prices', seen('reserve', '/pricing/total', change))
}
