import { expect, test } from 'vitest'
import type { Json } from '../profile/profile.js'
import { serverWords } from './serverWords.js'

const said = (json: Json): string => serverWords({ status: 400, headers: {}, json })
const text = (body: string): string => serverWords({ status: 400, headers: {}, text: body })

test('of XML that is no page, what stands between its tags is said', () => {
  expect(text('<?xml version="1.0"?><error><code>12</code>\n<message>use version 2</message></error>')).toBe(
    '12 use version 2',
  )
  expect(text('<html><body><script>let a = 1</script></body></html>')).toBe('')
})

test.each<[string, Json]>([
  [
    'UNPROCESSABLE_ENTITY: minimal restrictions not met',
    { error: 'UNPROCESSABLE_ENTITY', errorMessage: 'minimal restrictions not met' },
  ],
  ['INVALID_PRODUCT_ID', { error: 'INVALID_PRODUCT_ID' }],
  ['no such product', { message: 'no such product' }],
  [
    'Bad Request: unitItems is missing',
    { type: '', title: 'Bad Request', detail: 'unitItems is missing', status: 400 },
  ],
  ['E17: units', { errors: [{ code: 'E17', message: 'units' }] }],
  ['E12: a date is missing', { success: false, errors: [{ code: 'E12', text: 'a date is missing' }] }],
  ['NO: not today', { error: { code: 'NO', message: 'not today' } }],
  ['too late', ['too late']],
  ['too late', { errors: ['too late'] }],
  ['same', { error: 'same', message: 'same' }],
  [
    'NOT_TICKETED: Only a confirmed booking can be cancelled',
    { fault: { code: 'NOT_TICKETED', text: 'Only a confirmed booking can be cancelled', field: null } },
  ],
  [
    'NOT_CONFIRMED: Only a confirmed booking is called off',
    {
      desk: 'EBONY/3',
      outcome: 'REFUSED',
      fault: { code: 'NOT_CONFIRMED', say: 'Only a confirmed booking is called off' },
    },
  ],
  [
    'REQUEST_INVALID: bookingType: Product or Transfer',
    { faultName: 'REQUEST_INVALID', faultCode: 'RW-422', httpStatus: 422, summary: 'bookingType: Product or Transfer' },
  ],
  ['METODE: Bruk POST', { avvik: { kode: 'METODE', tekst: 'Bruk POST' } }],
  ['LATE', { avvik: { reason: 'LATE', http: 409 } }],
  ['', { uuid: 'b-1', status: 'ON_HOLD', notes: null }],
  ['', { uuid: 'b-1', status: 'ON_HOLD' }],
  ['', {}],
])('an error says %j for itself', (words, json) => {
  expect(said(json)).toBe(words)
})

test('an answer that is no refusal is not looked through for a sentence', () => {
  expect(serverWords({ status: 200, headers: {}, json: { load: { name: 'Lisbon Airport' } } })).toBe('')
})

test('a text speaks by its beginning, a page by its title', () => {
  expect(text('  Cannot GET\n /bookings ')).toBe('Cannot GET /bookings')
  expect(text('<!doctype html><html><head><title>404 Not Found</title>')).toBe('404 Not Found')
  expect(text('<html><body><h1>Welcome</h1>')).toBe('Welcome')
  expect(text('<xml/>')).toBe('')
  expect(serverWords(null)).toBe('')
})

test('what a server says is bounded, however deep and long it is', () => {
  expect(said({ error: 'x'.repeat(9999), message: 'y'.repeat(9999) }).length).toBeLessThanOrEqual(240)
  let deep: Json = { message: 'at the bottom' }
  for (let depth = 0; depth < 5000; depth += 1) deep = { error: deep }
  expect(said(deep)).toBe('')
})
