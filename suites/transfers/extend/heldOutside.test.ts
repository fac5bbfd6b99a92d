import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { countingOf, heldOutside, showsHoldTime, type Attempt } from './heldOutside.js'

const { expirationMinutes: _, ...bare } = booking
/** A booking that shows these minutes and a hold that ends so many minutes after it was reserved. */
const shows = (expirationMinutes: Json | undefined, end?: number, input: Record<string, Json> = {}): Answer =>
  answer(
    {
      ...bare,
      ...(expirationMinutes !== undefined && { expirationMinutes }),
      ...(end !== undefined && { utcExpiresAt: new Date(1_800_000_000_000 + end * 60_000).toISOString() }),
    },
    { input },
  )
const reserved = shows(20, 20, { expirationMinutes: 20 })
const refused = answer({ error: 'BAD_REQUEST' }, {}, 400)
const attempt = (value: Json, extended: Answer, more: Partial<Attempt> = {}): Attempt => ({
  reserved,
  before: shows(60, 60),
  extended,
  read: null,
  value,
  counting: 'anew',
  ...more,
})
const findings = (...args: Parameters<typeof attempt>): number => heldOutside(attempt(...args)).length

test('a refusal without effect, and a value moved into the range, are no hold time outside', () => {
  expect(findings(201, refused, { read: shows(60, 60) })).toBe(0)
  expect(findings(201, shows(200, 200))).toBe(0)
  expect(findings(19, shows(20, 60))).toBe(0)
  expect(findings('60', shows(60, 60.01))).toBe(0)
})

test('minutes that the booking shows give it away, also in a later reading after a refusal', () => {
  expect(findings(201, shows(201, 201))).toBe(1)
  expect(findings(19, shows(19, 60))).toBe(1)
  expect(findings(60.5, shows(60.5))).toBe(1)
  expect(findings('60', shows('60'))).toBe(1)
  expect(findings(201, refused, { read: shows(201, 201) })).toBe(1)
})

test('the end of the hold gives it away where the minutes do not', () => {
  expect(findings(201, shows(200, 201))).toBe(1)
  expect(findings(201, shows(60, 261))).toBe(1)
  expect(findings(0, shows(60, 0))).toBe(1)
  expect(findings(0, shows(60, 60))).toBe(0)
})

test('a hold that ended by it gives it away', () => {
  expect(findings(0, answer({ ...booking, status: 'EXPIRED' }))).toBe(1)
})

test('where minutes are added, a sum above 200 is legal', () => {
  expect(findings('150', shows(210, 210), { counting: 'added' })).toBe(0)
  expect(findings('150', shows(210, 210))).toBe(1)
  expect(findings(201, shows(261, 261), { counting: 'added' })).toBe(1)
})

test('a booking that shows neither minutes nor an end tells nothing', () => {
  expect(showsHoldTime(attempt(201, shows(undefined)))).toBe(false)
  expect(showsHoldTime(attempt(201, shows(undefined, 60)))).toBe(true)
})

test('what the minutes of extend are added to is read off the minutes or the end', () => {
  expect(countingOf(shows(20), shows(80), 60)).toBe('added')
  expect(countingOf(shows(20, 20), shows(60, 80), 60)).toBe('added')
  expect(countingOf(shows(20, 20), shows(60, 60), 60)).toBe('anew')
  expect(countingOf(shows(20), shows(60), 60)).toBe('unknown')
})
