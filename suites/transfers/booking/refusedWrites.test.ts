import { expect, test } from 'vitest'
import type { Json } from '../../../src/profile/profile.js'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { judgeCourse } from '../judge.test.data.js'
import type { Answer, Exchange } from '../vocabulary/index.js'

const shows = (purpose: string, at: number, changes: Readonly<Record<string, Json>> = {}): Answer =>
  answer({ ...booking, status: 'CONFIRMED', ...changes }, { purpose, bookingId: 'b-1', startedAt: at, durationMs: 10 })
const refused = (purpose: string, at: number, more: Partial<Exchange> = {}): Answer =>
  answer({ error: 'NO' }, { purpose, bookingId: 'b-1', startedAt: at, durationMs: 10, ...more }, 409)
const outcome = (...answers: readonly Answer[]): string | undefined =>
  judgeCourse('extend.refused-between-gets-changes-nothing', answers)?.outcome
const changed = { expirationMinutes: 90 }

test('a booking that has other minutes after a refused extend was changed by it', () => {
  expect(outcome(shows('get', 0), refused('extend', 20), shows('get', 40, changed))).toBe('fail')
  expect(outcome(shows('get', 0), refused('extend', 20), refused('extend', 40), shows('get', 60, changed))).toBe('fail')
  expect(outcome(shows('get', 0), refused('extend', 20), shows('get', 40))).toBe('pass')
})

test('nothing is told where something else was done, or may have been, or time alone may have done it', () => {
  const [before, after] = [shows('get', 0), shows('get', 60, changed)]
  expect(outcome(before, refused('extend', 20), refused('update', 40), after)).toBe('untested')
  expect(outcome(before, refused('extend', 20), shows('update', 40), after)).toBe('untested')
  expect(outcome(before, after)).toBe('untested')
  expect(outcome(before, refused('extend', 20, { durationMs: 50 }), after)).toBe('untested')
  expect(outcome(refused('extend', -20, { durationMs: 90 }), before, refused('extend', 20), after)).toBe('untested')
  expect(outcome(before, refused('extend', 20), shows('get', 60, { ...changed, status: 'EXPIRED' }))).toBe('untested')
})

test('a get that shows late what was written before it tells nothing of what it did not show', () => {
  const notes = 'by the gate'
  const late = [shows('update', -20, { ...changed, notes }), shows('get', 0, { notes }), refused('extend', 20)]
  expect(outcome(...late, shows('get', 40, { ...changed, notes }))).toBe('pass')
  expect(outcome(...late, shows('get', 40, { ...changed, notes: 'elsewhere' }))).toBe('fail')
})

test('a booking that is no hold any more may show the end of the former one for a while, and a hold may not lose its own', () => {
  const [utcExpiresAt, status] = ['2030-01-01T10:00:00Z', 'ON_HOLD']
  expect(outcome(shows('get', 0, { utcExpiresAt }), refused('extend', 20), shows('get', 40))).toBe('pass')
  const moved = { status, utcExpiresAt: '2030-01-01T11:00:00Z' }
  const held = shows('get', 0, { status, utcExpiresAt })
  expect(outcome(held, refused('extend', 20), shows('get', 40, moved))).toBe('fail')
})
