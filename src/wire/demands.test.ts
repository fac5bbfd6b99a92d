import { expect, test } from 'vitest'
import { demandsOf } from './demands.js'

test('a header is named with quotes or without', () => {
  expect(demandsOf({ error: 'header Accept-Language must be sent' }, '')).toEqual(['header:Accept-Language'])
  expect(demandsOf({ error: 'missing header "X-Channel"' }, '')).toContain('header:X-Channel')
})

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
  ['window must carry firstDay and lastDay as YYYY-MM-DD.', ['window.firstDay', 'window.lastDay']],
  ['period must have "from" and "to"', ['period.from', 'period.to']],
  ['window: { firstDay, lastDay } is wanted', ['window.firstDay', 'window.lastDay']],
  ['the body must contain first_day: it is a date', ['first_day']],
  ['the slot must have a free place', []],
  ['dateFrom must match YYYY-MM-DD', ['dateFrom']],
  ['date_from is not a valid date', ['date_from']],
  ["Key: 'Search.DateFrom' Error:Field validation for 'DateFrom' failed on the 'required' tag", ['DateFrom']],
  ["Date from can't be blank", ['date_from']],
  ["it can't be blank", []],
  ['One of reference, localDate or localDateStart and localDateEnd is required', ['localDateStart', 'localDateEnd']],
])('what a sentence demands: %s', (words, demands) => {
  expect(demandsOf(undefined, words)).toEqual(demands)
})

test('what a list of errors demands, wherever it names the member', () => {
  expect(demandsOf({ errors: [{ field: 'unitItems', message: 'is required' }] }, '')).toEqual(['unitItems'])
  expect(demandsOf({ detail: [{ loc: 'body.window.to', msg: 'field required' }] }, '')).toEqual(['window.to'])
  expect(demandsOf([{ instancePath: '/contact/emailAddress', message: 'bad' }], '')).toEqual(['contact.emailAddress'])
})

test.each([
  [{ detail: [{ loc: ['body', 'window', 'firstDay'], msg: 'Field required' }] }, ['window.firstDay']],
  [{ detail: [{ loc: ['header', 'x-request-id'], msg: 'Field required' }] }, ['header:x-request-id']],
  [{ issues: [{ path: ['window', 'lastDay'], code: 'invalid_type', message: 'Required' }] }, ['window.lastDay']],
  [[{ instancePath: '/window', message: "must have required property 'firstDay'" }], ['window.firstDay']],
  [[{ instancePath: '/window', params: { missingProperty: 'lastDay' } }], ['window.lastDay']],
  [{ errors: { 'window.firstDay': ['The first day is required.'] } }, ['window.firstDay']],
  [{ errors: { window: { lastDay: ["can't be blank"] } } }, ['window.lastDay']],
  [{ fieldErrors: { firstDay: 'must not be null' } }, ['firstDay']],
  [{ 'invalid-params': [{ name: 'window/firstDay', reason: 'is needed' }] }, ['window.firstDay']],
  [{ errors: [{ status: '422', title: 'missing', source: { pointer: '/window/firstDay' } }] }, ['window.firstDay']],
  [{ date_from: ['This field is required.'] }, ['date_from']],
  [{ booking: { idempotency_key: ['Must be a valid UUID.'] } }, ['booking.idempotency_key']],
  [{ errors: { json: { date_from: ['Missing data for required field.'] } } }, ['date_from']],
  [{ date_from: 'This field may not be blank.', detail: 'it is required' }, ['date_from']],
  [
    { message: ['dateFrom must be a valid ISO 8601 date string', 'dateTo should not be empty'] },
    ['dateFrom', 'dateTo'],
  ],
  [{ non_field_errors: ['These days must be others.'] }, []],
  [{ messages: ['This must be another one.'], error_list: ['it is invalid'] }, []],
  [{ state: 'these must be free' }, []],
  [{ errors: { code: 'FULL', message: 'it must wait' } }, []],
  [
    { fault: { field: 'window', message: 'window must carry firstDay and lastDay' } },
    ['window.firstDay', 'window.lastDay'],
  ],
])('what frameworks demand: %j', (json, demands) => {
  expect([...demandsOf(json, '')].sort()).toEqual([...demands].sort())
})

test('a refusal of any size is read within bounds', () => {
  const long = `${'x'.repeat(100_000)} is required`
  expect(
    demandsOf({ message: long, errors: Array.from({ length: 10_000 }, (_, n) => ({ field: `f${n}` })) }, long).length,
  ).toBeLessThanOrEqual(10)
})

test('an object that all else is wanted in is demanded as Rails says it', () => {
  expect(demandsOf({ errors: ['param is missing or the value is empty: booking'] }, '')).toEqual(['booking'])
  expect(demandsOf({ errors: { base: ['param is missing or the value is empty: booking'] } }, '')).toEqual(['booking'])
  expect(demandsOf({ non_field_errors: ['window is required'] }, '')).toEqual(['window'])
  expect(demandsOf({ error: 'param is missing or the value is empty or invalid: order' }, '')).toEqual(['order'])
})

test('names beyond the first two hundred are not compared with each other', () => {
  const fields = Array.from({ length: 1900 }, (_, n) => [`f${n}`, 'is required'])
  const errors = { ...Object.fromEntries(fields), 'f0.inner': 'is required' }
  // What is named last would stand for the first, if it were looked at.
  expect(demandsOf({ errors }, '')).toContain('f0')
})
