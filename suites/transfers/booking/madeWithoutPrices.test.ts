import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { madeWithoutPrices } from './madeWithoutPrices.js'

test('bookings that the capability chapter reads, or the cleanup cancels, may have been made without prices', () => {
  expect(madeWithoutPrices(answer(booking, { scenario: 'capability.base-hold', purpose: 'get' }))).toBe(true)
  expect(madeWithoutPrices(answer(booking, { scenario: 'cleanup', purpose: 'cancel' }))).toBe(true)
})

test('a reserve that was first sent without prices may have none when it is sent again', () => {
  expect(madeWithoutPrices(answer(booking, { scenario: 'capability.base-hold', purpose: 'reserve' }))).toBe(true)
})

test('bookings of other chapters were made with prices', () => {
  expect(madeWithoutPrices(answer(booking, { scenario: 'update.confirmed', purpose: 'get' }))).toBe(false)
  expect(madeWithoutPrices(answer(booking, { scenario: 'list.no-capability', purpose: 'list' }))).toBe(false)
})
