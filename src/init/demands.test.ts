import { expect, test } from 'vitest'
import { demandsOf } from './demands.js'

test.each([
  ['travellers are missing', ['travellers']],
  ['unitItems is required', ['unitItems']],
  ['missing required field: window.from', ['window.from']],
  ["must have required property 'contact'", ['contact']],
  ['"productId" must not be empty', ['productId']],
  ['the slot is taken', []],
  ['credentials are required', []],
  ['dateFrom must be a date, YYYY-MM-DD', ['dateFrom']],
  ['it must be a date', []],
  ["Required request header 'X-Request-Id' for method parameter is not present", ['header:X-Request-Id']],
  ['the Idempotency-Key header is required', ['header:Idempotency-Key']],
  ['pickUp and dropOff are required', ['pickUp', 'dropOff']],
  ['One of reference, localDate or localDateStart and localDateEnd is required', ['localDateStart', 'localDateEnd']],
])('what a sentence demands: %s', (words, demands) => {
  expect(demandsOf(undefined, words)).toEqual(demands)
})

test('what a list of errors demands, wherever it names the member', () => {
  expect(demandsOf({ errors: [{ field: 'unitItems', message: 'is required' }] }, '')).toEqual(['unitItems'])
  expect(demandsOf({ detail: [{ loc: 'body.window.to', msg: 'field required' }] }, '')).toEqual(['window.to'])
  expect(demandsOf([{ instancePath: '/contact/emailAddress', message: 'bad' }], '')).toEqual(['contact.emailAddress'])
})

test('a refusal of any size is read within bounds', () => {
  const long = `${'x'.repeat(100_000)} is required`
  expect(
    demandsOf({ message: long, errors: Array.from({ length: 10_000 }, (_, n) => ({ field: `f${n}` })) }, long).length,
  ).toBeLessThanOrEqual(10)
})
