import { answersBookings } from '../../operations.js'
import type { Fault } from '../change.js'
import { ofStatus, on, put, without } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { rule } from '../changes/shown.js'
import { costs, keeps, makes } from '../changes/writes.js'
import { textOf } from '../json.js'
import type { Booking } from '../model.js'

const oneCentMore = put('/pricing/total', (was) => Number(was) + 1)
const inUsd = put('/pricing/currency', 'USD')

/** Sections 1.5, 2.5 and 8: the documented fields of a booking, and its price data, from one answer to the next. */
export const bookingFaults: readonly Fault[] = faults({
  '2.5/status': {
    'booking-status-missing-in-get': on('get').answers(without('/status')),
    'booking-status-is-a-number-in-list': on('list').answers(put('/status', 3)),
  },
  '2.5/cancellable': {
    'booking-cancellable-as-text': on('confirm').answers(put('/cancellable', (was) => textOf(was))),
    'booking-cancellable-missing-in-list': on('list').answers(without('/cancellable')),
  },
  '2.5/expiration-minutes': {
    'hold-shows-no-minutes-in-get': on('get').answers(without('/expirationMinutes', ofStatus('ON_HOLD'))),
    'booking-minutes-as-text': on('reserve').answers(put('/expirationMinutes', (was) => textOf(was))),
  },
  '2.5/expiration-minutes-after-hold': {
    'booking-minutes-missing-after-cancel': on('cancel').answers(without('/expirationMinutes')),
    'booking-minutes-zero-after-confirm': on('confirm').answers(put('/expirationMinutes', 0)),
  },
  '2.5/expiration-minutes-in-range': {
    'booking-minutes-in-hours-in-get': on('get').answers(
      put('/expirationMinutes', (was) => Math.floor(Number(was) / 60)),
    ),
    'booking-minutes-in-seconds-in-list': on('list').answers(put('/expirationMinutes', (was) => Number(was) * 60)),
  },
  ...Object.fromEntries(
    answersBookings.map((operation) => [
      `1.5/pricing-in-${operation}`,
      { [`pricing-missing-in-${operation}`]: on(operation).answers(without('/pricing')) },
    ]),
  ),
  ...Object.fromEntries(
    (['total', 'net'] as const).map((part) => [
      `2.5/pricing-${part}`,
      {
        [`booking-${part}-missing-in-get`]: on('get').answers(without(`/pricing/${part}`)),
        [`booking-${part}-missing-in-list`]: on('list').answers(without(`/pricing/${part}`)),
        [`booking-${part}-null-after-confirm`]: on('confirm').answers(put(`/pricing/${part}`, null)),
      },
    ]),
  ),
  '2.5/pricing': {
    'booking-pricing-is-a-number-in-get': on('get').answers(put('/pricing', 9900)),
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
    'list-shows-no-taxes': on('list').answers(without('/pricing/taxes')),
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
  '2.5/final-price-does-not-drift': {
    'final-price-grows-with-time': [
      'a confirmed booking costs more for each quarter of an hour that has passed since it was made',
      on('get').answers(
        put('/pricing/total', (was, _pricing, { item, ctx }) => {
          const age = ctx.now - Date.parse(textOf(item['createdAt']))
          return item['status'] === 'CONFIRMED' ? Number(was) + 100 * Math.floor(age / 900_000) : was
        }),
      ),
    ],
  },
  '4.3/list-agrees-with-get': {
    'list-shows-another-price': on('list').answers(oneCentMore),
    'list-shows-net-as-total': on('list').answers(put('/pricing/net', (_net, { total = null }) => total)),
    'list-shows-the-price-before-a-second-move': [
      'the list shows of a booking that was moved more than once the price that it had after the first move',
      rule('bookingPrice', (usual, booking, ctx) => {
        const versions = ctx.store.versions(booking.serial)
        const starts = [...new Set(versions.map(({ start }) => start))]
        const second = starts.length > 2 ? versions.find(({ start }) => start === starts[1]) : undefined
        return ctx.operation === 'list' && second !== undefined ? second.price : usual(booking, ctx)
      }),
      'list /pricing/total',
    ],
    'list-shows-another-currency': ['the list shows USD throughout', on('list').answers(inUsd)],
  },
  '3/answer-agrees-with-get': {
    'confirm-answers-another-price': [on('confirm').answers(oneCentMore), 'get /pricing/total'],
    'confirm-answers-another-currency': [
      'confirm answers USD',
      on('confirm').answers(inUsd),
      'get /pricing/currency',
      { seenAs: ['4.2/currency-kept'] },
    ],
    'get-shows-pounds-without-pence': on('get').answers(
      put('/pricing/currencyPrecision', (was, { currency }) => (currency === 'GBP' ? 0 : was)),
    ),
    'get-shows-a-cent-more-of-holds': [
      'get shows a cent more than reserve answered, until the booking is confirmed',
      on('get').answers(put('/pricing/total', (total) => Number(total) + 1, ofStatus('ON_HOLD'))),
    ],
    'update-answers-the-price-it-had': [
      rule('bookingPrice', (usual, booking, ctx) => {
        const before = ctx.operation === 'update' ? ctx.store.versions(booking.serial).at(-2) : undefined
        return before?.price ?? usual(booking, ctx)
      }),
      'get /pricing/total',
    ],
    'cancel-answers-no-price': [on('cancel').answers(put('/pricing/total', 0)), 'get /pricing/total'],
  },
  '3/update-persisted-get': {
    'update-answers-another-currency': ['update answers USD', on('update').answers(inUsd), 'get /pricing/currency'],
  },
  '4.2/currency-kept': {
    'cancel-goes-back-to-another-currency': [
      'a cancelled booking is in EUR, and in USD where it was that',
      makes(
        'cancel',
        priced((was) => (was === 'EUR' ? 'USD' : 'EUR')),
      ),
      ['cancel /pricing/currency', 'get /pricing/currency'],
    ],
    'confirm-prices-another-product-in-euros': [
      makes(
        'confirm',
        priced((was) => (was === 'JPY' ? 'EUR' : was)),
      ),
      ['confirm /pricing/currency', 'get /pricing/currency'],
    ],
    'confirm-shows-pounds': on('confirm').answers(put('/pricing/currency', 'GBP')),
    'extend-shows-dollars': [
      'a hold that was extended is in USD, or in GBP where it was that',
      makes(
        'extend',
        priced((was) => (was === 'USD' ? 'GBP' : 'USD')),
      ),
      ['extend /pricing/currency', 'get /pricing/currency'],
    ],
  },
  '2.5/price-kept-by-extend': {
    'extend-costs-a-fee': [
      costs('extend', ({ price }) => price.total + 200),
      ['extend /pricing/total', 'get /pricing/total'],
    ],
    'extend-doubles-the-net-amount': on('extend').answers(put('/pricing/net', (net) => Number(net) * 2)),
  },
  '2.5/price-kept-by-update': {
    'update-of-minutes-costs-a-fee': [
      'an update to other minutes costs two euros, which only get shows',
      keeps('update', ({ price, expirationMinutes }, before) => {
        return expirationMinutes === before?.expirationMinutes ? {} : { price: { ...price, total: price.total + 200 } }
      }),
      'get /pricing/total',
    ],
  },
  '4.2/notes-kept': { 'confirm-loses-notes': [makes('confirm', () => ({ notes: null })), 'confirm /notes'] },
  '4.3/update-leaves-the-rest': {
    'update-goes-back-to-default-currency': [
      'an update of anything prices the booking in EUR again',
      makes('update', ({ price }) => ({ currency: 'EUR', price: { ...price, currency: 'EUR' } })),
      'update /pricing/currency',
    ],
  },
})

/** Another currency, with the amounts of the one that it was. */
function priced(currency: (was: string) => string): (made: Booking) => Partial<Booking> {
  return ({ price }) => ({ price: { ...price, currency: currency(price.currency) } })
}
