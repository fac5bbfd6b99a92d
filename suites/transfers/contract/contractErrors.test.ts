import { expect, test } from 'vitest'
import { sampleBooking, sampleTransfer } from './samples.test.data.js'
import type { Json } from '../../../src/profile/profile.js'
import type { Exchange } from '../../../src/wire/exchange.js'
import { answer } from '../../../src/suite/answer.test.data.js'
import { askedForPricing, contractErrors } from './contractErrors.js'

const sent = (headers: Readonly<Record<string, string>>): Exchange['request'] => ({
  method: 'POST',
  url: 'http://127.0.0.1:1/x',
  headers,
})
const pointers = (purpose: Exchange['purpose'], json: unknown, headers: Readonly<Record<string, string>>): string[] =>
  // What tests make of samples is JSON.
  contractErrors(answer(json as Json, { purpose, request: sent(headers) })).map(({ pointer }) => pointer)
const priced = { 'Octo-Capabilities': 'octo/pricing' }

test('only the header that the suites send asks for pricing', () => {
  const asked = (headers: Readonly<Record<string, string>>): boolean =>
    askedForPricing(answer({}, { request: sent(headers) }).exchange)
  expect(asked(priced)).toBe(true)
  expect(asked({ 'octo-capabilities': 'octo/pricing' })).toBe(false)
  expect(asked({ 'Octo-Capabilities': 'octo/content' })).toBe(false)
  expect(asked({})).toBe(false)
})

test('each operation is held to what it answers with, and to prices only where they were asked for', () => {
  const transfer = sampleTransfer()
  for (const option of transfer.options) option.pricing = { ...option.pricing, retail: 'cheap' }
  expect(pointers('transfers', transfer, priced)).toEqual(['/options/0/pricing/retail', '/options/1/pricing/retail'])
  expect(pointers('transfers', transfer, {})).toEqual([])
  const booking = { ...sampleBooking(), cancellable: 'yes' }
  expect(pointers('reserve', booking, priced)).toEqual(['/cancellable'])
  expect(pointers('list', [sampleBooking(), booking], {})).toEqual(['/1/cancellable'])
})

test('nothing is documented of an availability answer, nor of what moves a clock or redeems', () => {
  for (const purpose of ['availability', 'clock', 'redeem'] as const) expect(pointers(purpose, {}, priced)).toEqual([])
})

test('a booking owes prices only where they were asked for', () => {
  const { pricing: _, ...bare } = sampleBooking()
  for (const [purpose, body] of [
    ['get', bare],
    ['list', [bare]],
  ] as const) {
    expect(pointers(purpose, body, {})).toEqual([])
    expect(pointers(purpose, body, priced)).not.toEqual([])
  }
})

test('of a list of thousands in which everything is wrong some of each kind is told, and what only holds break is among it', () => {
  const hold = { ...sampleBooking(), status: 'ON_HOLD', expirationMinutes: 'soon' }
  const over = { ...sampleBooking(), status: 'CANCELLED', expirationMinutes: 'soon' }
  const told = pointers('list', [...Array.from({ length: 3000 }, () => over), hold], {})
  expect(told.filter((pointer) => pointer.endsWith('/expirationMinutes'))).toHaveLength(61)
  expect(told).toContain('/3000/expirationMinutes')
  const transfer = { ...sampleTransfer(), options: Array.from({ length: 20_000 }, () => ({})) }
  expect(pointers('transfers', transfer, priced).length).toBeLessThan(600)
})
