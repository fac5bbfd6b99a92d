import { expect, test } from 'vitest'
import { answerOf, exchange, profile } from '../../../src/suite/answer.test.data.js'
import type { Json, OperationName, Profile } from '../vocabulary/index.js'
import { premiseIn, type Premise } from './refusal.js'

const told = (name: OperationName, json: Json, own: Partial<Profile> = {}): Premise | null =>
  premiseIn(
    answerOf(exchange({ purpose: name, response: { status: 422, headers: {}, json } }), { ...profile, ...own }),
    name,
  )
const writeOf = (name: OperationName, json: Json, own: Partial<Profile> = {}): string | undefined =>
  told(name, json, own)?.write

test.each([
  'INVALID_PRODUCT_ID',
  'PRODUCT_NOT_FOUND',
  'productNotFound',
  'No Product matches the given query.',
  'the experience 17 was not found',
  'could not find the option',
])('what is booked is not known by its name: %s', (message) => {
  expect(told('reserve', { message })).toMatchObject({ isOfName: true })
  expect(told('availability', { code: 404, error: message })).toMatchObject({ isOfName: true })
})

test.each<[string, Json]>([
  ['in a sentence', { message: 'requestKey must be a UUID' }],
  ['in a map of fields', { errors: { requestKey: ['Must be a valid UUID.'] } }],
  ['by a place', { detail: [{ loc: ['body', 'requestKey'], msg: 'Field required', type: 'missing' }] }],
])('a place that the profile does not know is the one of the field that is called so: %s', (_, json) => {
  expect(writeOf('reserve', json)).toContain("operations: { reserve: { idempotencyKey: 'body:/requestKey' } }")
})

test('what else is wanted goes into the body or the headers', () => {
  expect(writeOf('reserve', { detail: 'unitItems is required' })).toContain('{ reserve: { body: { unitItems: ... } } }')
  expect(writeOf('reserve', { errors: { 'window.from': ['is required'] } })).toContain(
    '{ reserve: { body: { window: { from: ... } } } }',
  )
  expect(writeOf('reserve', { error: 'header X-Point-Of-Sale is required' })).toContain(
    '{ reserve: { headers: { X-Point-Of-Sale: ... } } }',
  )
  expect(writeOf('reserve', { error: 'header Idempotency-Key is required' })).toContain(
    "{ reserve: { idempotencyKey: 'header:Idempotency-Key' } }",
  )
})

test('other days are the days of the profile, put off', () => {
  const body = (asked: Record<string, Json>): Partial<Profile> => {
    const { operations } = profile
    const { availability } = operations
    return availability === null
      ? {}
      : { operations: { ...operations, availability: { ...availability, body: asked } } }
  }
  const message = 'dates must be at least 60 days ahead'
  expect(writeOf('availability', { message }, body({}))).toContain(
    "operations: { availability: { body: { localDateStart: '{today+61}', localDateEnd: '{today+67}' } } }",
  )
  expect(
    writeOf('availability', { message }, body({ window: { from: '{today+7}', to: '{today+9}' }, units: 1 })),
  ).toContain("body: { window: { from: '{today+61}', to: '{today+63}' } }")
  expect(writeOf('reserve', { code: 'LEAD_TIME', message: '48 hours notice' }, body({ day: '{today}' }))).toContain(
    "body: { day: '{today+3}' }",
  )
  const standard = { ...profile.bookable.standard, availability: { on: '{today+200}' } }
  expect(
    writeOf(
      'availability',
      { message: 'the period must lie within 90 days' },
      { bookable: { ...profile.bookable, standard } },
    ),
  ).toContain("availability: { on: '{today+1}' } in the entry of bookable as: standard")
})

test('a number of people is what the profile adds', () => {
  const words = { error: 'UNPROCESSABLE_ENTITY', errorMessage: 'minimal restrictions not met' }
  expect(writeOf('reserve', words)).toContain('unitItems')
  expect(writeOf('reserve', { message: 'at least 2 participants' })).toContain('unitItems')
})

test.each<Json>([
  { error: 'UNPROCESSABLE_ENTITY', errorMessage: 'this availability cannot be booked any more' },
  { code: 'slot-taken', message: 'the slot is taken' },
  { message: 'expirationMinutes must be a whole number from 20 to 200' },
  { errors: { expirationMinutes: ['must be at least 30'] } },
  { message: 'the hold must be at least 24 hours' },
  { message: 'notes is required' },
  { message: 'availabilityId is required' },
  { message: 'this option is closed' },
  { message: 'the date is in the past' },
  { error: 'BAD_REQUEST', errorMessage: 'this currency is not available' },
  { name: 'ValidationError', path: '/bookings', message: 'something must be wrong' },
  { message: 'Availability for this option was not found' },
  { message: 'Option: currency invalid' },
  { message: 'This option is no longer available; rate invalid' },
  { message: 'maximum retries of third party exceeded' },
  { message: 'must be at least 90 time units' },
  { statusCode: 422, message: 'Unprocessable', error: 'Unprocessable Entity' },
  null,
])('a refusal of a reservation that says nothing of that may be that of a broken server: %j', (json) => {
  expect(told('reserve', json)).toBeNull()
})
