import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import type { Answer, Exchange } from '../vocabulary/index.js'
import { judgeCourse } from '../judge.test.data.js'

const minute = 60_000
const about = (purpose: 'get' | 'confirm' | 'cancel', at: number, more: Partial<Exchange> = {}): Partial<Exchange> => ({
  purpose,
  bookingId: 'b-1',
  startedAt: at,
  ...more,
})
const shown = (cancellable: boolean, at: number, purpose: 'get' | 'confirm' = 'get'): Answer =>
  answer({ ...booking, cancellable }, about(purpose, at))
const cancelled = (at: number, more: Partial<Exchange> = {}): Answer =>
  answer({ ...booking, status: 'CANCELLED', cancellable: false }, about('cancel', at, more))
const refused = (at: number): Answer => answer({ error: 'NO' }, about('cancel', at), 409)
const outcome = (...answers: readonly Answer[]): string | undefined =>
  judgeCourse('cancel.never-when-read-false', answers)?.outcome

test('a cancel that is accepted right after cancellable false was shown fails, whatever the state', () => {
  expect(outcome(shown(false, 0), cancelled(10))).toBe('fail')
  expect(outcome(shown(true, 0), cancelled(10))).toBeUndefined()
  expect(outcome(shown(true, 0), cancelled(10), cancelled(20))).toBe('fail')
})

test('a refusal passes only where a cancel was accepted elsewhere in the scenario', () => {
  expect(outcome(shown(true, 0), cancelled(10), refused(20))).toBe('pass')
  expect(outcome(shown(false, 0), refused(10))).toBeUndefined()
})

test('what was shown counts no more once something else was done, was under way, or time has passed', () => {
  expect(outcome(shown(false, 0), shown(true, 10, 'confirm'), cancelled(20))).toBeUndefined()
  const underWay = answer({ error: 'NO' }, about('confirm', 10, { durationMs: 100 }), 409)
  expect(outcome(shown(false, 0), underWay, cancelled(20))).toBeUndefined()
  expect(outcome(shown(false, 0), cancelled(5 * minute))).toBeUndefined()
  expect(outcome(shown(false, 0), cancelled(10, { clockMinutes: 30 }))).toBeUndefined()
})

test('a write that was refused and is over changes nothing of what was shown', () => {
  expect(outcome(shown(false, 0), refused(10), cancelled(20))).toBe('fail')
})

test('what other callers are shown or do is not judged', () => {
  expect(outcome(shown(false, 0), cancelled(10, { as: 'other' }))).toBeUndefined()
})
