import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeCourse } from '../judge.test.data.js'

const request = { method: 'POST', url: 'http://a/b-1', headers: { 'Octo-Capabilities': 'octo/pricing' } }
const price = { retail: 1000, net: 800, includedTaxes: [], currencyPrecision: 2 }
const reserved = answer({ ...booking, pricing: { ...price, currency: 'GBP' } }, { request })
const shown = (purpose: string, currency: string, uuid = 'b-1'): Answer =>
  answer({ ...booking, uuid, pricing: { ...price, currency } }, { purpose, bookingId: uuid, request })
const outcome = (...answers: readonly Answer[]): string | undefined =>
  judgeCourse('booking.keeps-its-currency', [reserved, ...answers])?.outcome

test('a booking that is shown in another currency after a cancel or a confirm fails', () => {
  expect(outcome(shown('confirm', 'GBP'), shown('cancel', 'GBP'), shown('get', 'GBP'))).toBe('pass')
  expect(outcome(shown('confirm', 'GBP'), shown('cancel', 'EUR'))).toBe('fail')
  expect(outcome(shown('get', 'EUR'))).toBe('fail')
})

test('an update may move it to what has another price, and another booking is none of it', () => {
  expect(outcome(shown('get', 'GBP'), shown('update', 'EUR'), shown('get', 'EUR'))).toBe('pass')
  expect(outcome(shown('get', 'GBP'), shown('get', 'EUR', 'b-2'))).toBe('pass')
})
