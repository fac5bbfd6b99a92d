import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { madeWithoutPrices } from './prices.js'

test('bookings that the capability chapter reads, or the cleanup cancels, may have been made without prices', () => {
  expect(madeWithoutPrices(answer(booking, { scenario: 'capability.base-hold', purpose: 'get' }))).toBe(true)
  expect(madeWithoutPrices(answer(booking, { scenario: 'cleanup', purpose: 'cancel' }))).toBe(true)
})

test('a reserve that was first sent without prices may have none when it is sent again', () => {
  expect(madeWithoutPrices(answer(booking, { scenario: 'capability.base-hold', purpose: 'reserve' }))).toBe(true)
})

test('what another account finds under an id of the first account’s may be a booking of its own from before', () => {
  const found = { scenario: 'isolation.booking', as: 'other' } as const
  expect(madeWithoutPrices(answer(booking, { ...found, purpose: 'get' }))).toBe(true)
  expect(madeWithoutPrices(answer(booking, { ...found, purpose: 'reserve' }))).toBe(false)
})

test('bookings of other chapters were made with prices', () => {
  expect(madeWithoutPrices(answer(booking, { scenario: 'update.confirmed', purpose: 'get' }))).toBe(false)
  expect(madeWithoutPrices(answer(booking, { scenario: 'list.no-capability', purpose: 'list' }))).toBe(false)
})
