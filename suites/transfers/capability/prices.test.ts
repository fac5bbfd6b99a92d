import { expect, test } from 'vitest'
import { answer, booking, noAnswer } from '../../../src/suite/answer.test.data.js'
import type { Json, Profile } from '../vocabulary/index.js'
import { carries, isPriced, isUnpriced, priceIn } from './prices.js'

const profile: Pick<Profile, 'booking'> = {
  booking: {
    at: '',
    id: '/uuid',
    ids: { extend: null, confirm: null, update: null, cancel: null },
    status: '/status',
    cancellable: '/cancellable',
    notCancellable: null,
    expirationMinutes: '/expirationMinutes',
    reference: null,
    notes: null,
    holdEnd: null,
    emailReceipt: null,
    statuses: { confirmed: 'CONFIRMED', cancelled: 'CANCELLED', expired: 'EXPIRED', pending: [] },
    settleSeconds: 30,
    pricing: {
      total: '/price/total',
      net: '/pricing/net',
      taxes: '/pricing/taxes',
      taxAmount: null,
      currency: '/pricing/currency',
      currencyPrecision: '/pricing/currencyPrecision',
    },
  },
}

const places = (booking: Json): (string | null)[] => priceIn(profile, booking, '/3', 7).map(({ pointer }) => pointer)

test('null and empty objects carry no price data, zero does', () => {
  const carriesData = [undefined, null, {}, [], 0, '', { net: 1 }].map(carries)
  expect(carriesData).toEqual([false, false, false, false, true, true, true])
})

test('a booking without price data has none to find', () => {
  expect(places({ status: 'ON_HOLD', pricing: null })).toEqual([])
  expect(places('no booking at all')).toEqual([])
})

test('the documented member is found first, then the places that the profile names', () => {
  expect(places({ pricing: { net: 1 } })).toEqual(['/3/pricing'])
  expect(places({ pricing: {}, price: { total: 0 } })).toEqual(['/3/price/total'])
})

test('only a booking that was answered with price data is priced', () => {
  expect(isPriced(answer(booking))).toBe(true)
  expect(isPriced(answer({ ...booking, pricing: {} }))).toBe(false)
  expect(isPriced(answer(booking, {}, 409))).toBe(false)
})

test('price data without octo/pricing is found in the booking that an answer is', () => {
  const priced = answer(booking)
  expect(isUnpriced(priced)).toMatchObject({
    outcome: 'fail',
    findings: [{ exchange: priced.n, pointer: '/pricing', received: booking['pricing'] }],
  })
  expect(isUnpriced(answer({ ...booking, pricing: null })).outcome).toBe('pass')
})

test('nothing is said of a booking that was not answered, or not asked for', () => {
  expect(isUnpriced(noAnswer()).outcome).toBe('untested')
  expect(isUnpriced(null).outcome).toBe('untested')
})
