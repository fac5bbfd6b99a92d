import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Json } from '../vocabulary/index.js'
import { carries, isPriced, priceIn } from './prices.js'

const pricing = { ...profile.booking.pricing, total: '/price/total' }
const places = (item: Json): (string | null)[] =>
  answer([item], { purpose: 'list' }, 200, { ...profile, booking: { ...profile.booking, pricing } })
    .bookings.flatMap(priceIn)
    .map(({ pointer }) => pointer)

test('null and empty objects carry no price data, zero does', () => {
  const carriesData = [undefined, null, {}, [], 0, '', { net: 1 }].map(carries)
  expect(carriesData).toEqual([false, false, false, false, true, true, true])
})

test('a booking without price data has none to find', () => {
  expect(places({ status: 'ON_HOLD', pricing: null })).toEqual([])
  expect(places('no booking at all')).toEqual([])
})

test('the documented member is found first, then the places that the profile names', () => {
  expect(places({ pricing: { net: 1 } })).toEqual(['/0/pricing'])
  expect(places({ pricing: {}, price: { total: 0 } })).toEqual(['/0/price/total'])
})

test('only a booking that was answered with price data is priced', () => {
  expect(isPriced(answer(booking))).toBe(true)
  expect(isPriced(answer({ ...booking, pricing: {} }))).toBe(false)
  expect(isPriced(answer(booking, {}, 409))).toBe(false)
})
