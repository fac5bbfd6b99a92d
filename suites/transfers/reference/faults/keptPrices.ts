import { ofStatus, on, put } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { rule, seen } from '../changes/shown.js'
import { keeps, makes } from '../changes/writes.js'
import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'
import { textOf } from '../textOf.js'

const oneCentMore = put('/pricing/total', (was) => Number(was) + 1)
const inUsd = put('/pricing/currency', 'USD')

/** One booking, and two answers that do not agree on what it costs, or on its notes; get is what the other is held against. */
export const keptPriceFaults: readonly Fault[] = faults({
  '2.5/final-price-does-not-drift': {
    'final-price-grows-with-time': [
      'a confirmed booking costs more for each quarter of an hour that has passed since it was made',
      on('get').answers(
        put(
          '/pricing/total',
          (was, _pricing, { item, ctx }) =>
            Number(was) + 100 * Math.floor((ctx.now - Date.parse(textOf(item['createdAt']))) / 900_000),
          ofStatus('CONFIRMED'),
        ),
      ),
    ],
  },
  '4.3/list-agrees-with-get': {
    'list-shows-another-price': ['the list shows a cent more', on('list').answers(oneCentMore)],
    'list-shows-another-currency-in-hundredths': [
      'the list shows a hundred times the price of bookings in another currency than EUR',
      on('list').answers(
        put('/pricing/total', (was, { currency = null }) => (currency === 'EUR' ? was : Number(was) * 100)),
      ),
    ],
    'list-shows-net-as-total': on('list').answers(put('/pricing/net', (_net, { total = null }) => total)),
    'list-shows-the-price-before-a-move': [
      'the list shows of a booking that was moved the price that it had before',
      rule('bookingPrice', (usual, booking, ctx) =>
        ctx.operation === 'list'
          ? (ctx.store.versions(booking.serial)[0]?.price ?? usual(booking, ctx))
          : usual(booking, ctx),
      ),
      'list /pricing/total',
    ],
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
      { ...seen('get', '/pricing/currency', on('confirm').answers(inUsd)), seenAs: ['4.2/currency-kept'] },
    ],
    'get-shows-pounds-without-pence': [
      'get shows of what is in GBP that it has no decimal places',
      on('get').answers(put('/pricing/currencyPrecision', (was, { currency }) => (currency === 'GBP' ? 0 : was))),
    ],
    'get-shows-a-cent-more-of-holds': [
      'get shows a cent more than reserve answered, until the booking is confirmed',
      on('get').answers(put('/pricing/total', (total) => Number(total) + 1, ofStatus('ON_HOLD'))),
    ],
    'update-answers-the-price-it-had': [
      'update answers the price that the booking had before it',
      rule('bookingPrice', (usual, booking, ctx) =>
        ctx.operation === 'update'
          ? (ctx.store.versions(booking.serial).at(-2)?.price ?? usual(booking, ctx))
          : usual(booking, ctx),
      ),
      'get /pricing/total',
    ],
    'cancel-answers-no-price': [on('cancel').answers(put('/pricing/total', 0)), 'get /pricing/total'],
  },
  '3/update-persisted-get': {
    'update-answers-another-currency': ['update answers USD', on('update').answers(inUsd), 'get /pricing/currency'],
  },
  '4.2/currency-kept': {
    'confirm-changes-currency': [
      'a confirmed booking is in GBP',
      makes('confirm', ({ price }) => ({ price: { ...price, currency: 'GBP' } })),
      ['confirm /pricing/currency', 'get /pricing/currency'],
    ],
    'cancel-goes-back-to-another-currency': [
      'a cancelled booking is in EUR, and in USD where it was that',
      makes('cancel', ({ price }) => ({ price: { ...price, currency: price.currency === 'EUR' ? 'USD' : 'EUR' } })),
      ['cancel /pricing/currency', 'get /pricing/currency'],
    ],
    'confirm-prices-another-product-in-euros': [
      'confirm prices what is in JPY in EUR',
      makes('confirm', ({ price }) => (price.currency === 'JPY' ? { price: { ...price, currency: 'EUR' } } : {})),
      ['confirm /pricing/currency', 'get /pricing/currency'],
    ],
    'confirm-shows-pounds': ['confirm answers GBP', on('confirm').answers(put('/pricing/currency', 'GBP'))],
    'extend-shows-dollars': [
      'a hold that was extended is in USD, or in GBP where it was that',
      makes('extend', ({ price }) => ({ price: { ...price, currency: price.currency === 'USD' ? 'GBP' : 'USD' } })),
      ['extend /pricing/currency', 'get /pricing/currency'],
    ],
  },
  '2.5/price-kept-by-extend': {
    'extend-costs-a-fee': seen(['extend', 'get'], '/pricing/total', makes('extend', plusFee)),
    'extend-doubles-the-net-amount': on('extend').answers(put('/pricing/net', (net) => Number(net) * 2)),
  },
  '2.5/price-kept-by-update': {
    'update-costs-a-fee': [
      'each update of a confirmed booking costs two euros',
      seen(
        ['update', 'get'],
        '/pricing/total',
        makes('update', (made, before) => (before.status === 'CONFIRMED' ? plusFee(made) : {})),
      ),
    ],
    'update-of-minutes-costs-a-fee': [
      'an update to other minutes costs two euros, which only get shows',
      keeps('update', (made, before) => (made.expirationMinutes === before?.expirationMinutes ? {} : plusFee(made))),
      'get /pricing/total',
    ],
  },
  '4.2/notes-kept': {
    'confirm-loses-notes': ['confirm removes the notes', makes('confirm', () => ({ notes: null })), 'confirm /notes'],
  },
  '4.3/update-leaves-the-rest': {
    'update-goes-back-to-default-currency': [
      'an update of anything prices the booking in EUR again',
      makes('update', ({ price }) => ({ currency: 'EUR', price: { ...price, currency: 'EUR' } })),
      'update /pricing/currency',
    ],
  },
})

function plusFee({ price }: Booking): Partial<Booking> {
  return { price: { ...price, total: price.total + 200 } }
}
