import { answersBookings } from '../../operations.js'
import { on, put, without } from '../changes/on.js'
import { faults, type FaultRow, type ToldRow } from '../changes/rows.js'
import type { Fault } from '../fault.js'
import { textOf } from '../textOf.js'

/** Sections 1.5, 2.5 and 8: the price data of bookings. */
export const bookingPriceFaults: readonly Fault[] = faults({
  ...Object.fromEntries(
    answersBookings.map((operation) => [
      `1.5/pricing-in-${operation}`,
      {
        [`pricing-missing-in-${operation}`]: row(
          `the answer to ${operation} has no pricing`,
          on(operation).answers(without('/pricing')),
        ),
      },
    ]),
  ),
  ...Object.fromEntries(
    (['total', 'net', 'taxes'] as const).map((part) => [
      `2.5/pricing-${part}`,
      {
        [`booking-${part}-missing-in-get`]: row(
          `get does not show ${part}`,
          on('get').answers(without(`/pricing/${part}`)),
        ),
        [`booking-${part}-missing-in-list`]: row(
          `the list does not show ${part}`,
          on('list').answers(without(`/pricing/${part}`)),
        ),
        [`booking-${part}-null-after-confirm`]: row(
          `confirm shows null for ${part}`,
          on('confirm').answers(put(`/pricing/${part}`, null)),
        ),
      },
    ]),
  ),
  '2.5/pricing': {
    'booking-pricing-is-a-number-in-get': ['get shows a number for pricing', on('get').answers(put('/pricing', 9900))],
    'booking-pricing-in-a-list-after-confirm': on('confirm').answers(put('/pricing', (pricing) => [pricing])),
  },
  '8/booking-amounts-are-integers': {
    'booking-total-as-text': on('get').answers(put('/pricing/total', (was) => textOf(was))),
    'booking-total-in-major-units': on('confirm').answers(
      put('/pricing/total', (was) => (Number(was) + 1) / 100 + 0.001),
    ),
    'booking-net-fractional-in-list': on('list').answers(put('/pricing/net', (was) => Number(was) + 0.5)),
  },
  '2.5/pricing-taxes': {
    'list-shows-no-taxes': ['the list shows no taxes', on('list').answers(without('/pricing/taxes'))],
    'confirm-answers-without-the-taxes': on('confirm').answers(put('/pricing/taxes', [])),
  },
  '8/booking-currency-precision': {
    'booking-precision-as-text': on().answers(put('/pricing/currencyPrecision', '2')),
    'booking-precision-fractional-in-get': on('get').answers(put('/pricing/currencyPrecision', 1.5)),
  },
  '8/booking-precision-is-the-currencys': {
    'booking-precision-zero': on().answers(put('/pricing/currencyPrecision', 0)),
    'booking-precision-three-in-list': on('list').answers(put('/pricing/currencyPrecision', 3)),
  },
})

function row(...of: ToldRow): FaultRow {
  return of
}
