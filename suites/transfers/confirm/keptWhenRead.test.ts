import { expect, test } from 'vitest'
import { recordedAs } from '../../../src/client/exchange.js'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Exchange } from '../vocabulary/index.js'
import { judgeCourse } from '../judge.test.data.js'

const settled = profile.reads.settleSeconds * 1000 + 20
const shows = (purpose: string, status: string, at: number, more: Partial<Exchange> = {}, http = 200): Answer =>
  answer({ ...booking, status }, { purpose, bookingId: 'b-1', startedAt: at, durationMs: 10, ...more }, http)
const confirmed = shows('confirm', 'CONFIRMED', 0)
const outcome = (...answers: readonly Answer[]): string | undefined =>
  judgeCourse('confirm.kept-whenever-read', answers)?.outcome

test('a booking that is read ON_HOLD again once reads have settled was not kept confirmed', () => {
  expect(outcome(confirmed, shows('get', 'ON_HOLD', settled))).toBe('fail')
  expect(outcome(confirmed, shows('get', 'CONFIRMED', 20), shows('get', 'ON_HOLD', settled))).toBe('fail')
  expect(outcome(confirmed, shows('get', 'CONFIRMED', 20))).toBe('pass')
  expect(outcome(confirmed, shows('get', 'IN_PROGRESS', settled))).toBe('pass')
})

test('a read that comes soon tells nothing, and in recordings also one that was asked for soon and answered late', () => {
  expect(outcome(confirmed, shows('get', 'ON_HOLD', 20))).toBeUndefined()
  const slow = { durationMs: settled }
  expect(outcome(confirmed, shows('get', 'ON_HOLD', 20, slow))).toBe('fail')
  const recorded = { ...slow, scenario: recordedAs('booking', 1) }
  expect(outcome(confirmed, shows('get', 'ON_HOLD', 20, recorded))).toBeUndefined()
})

test('only a confirm that was the last thing done to the booking counts, and that said that it is done', () => {
  const read = shows('get', 'ON_HOLD', settled)
  expect(outcome(confirmed, shows('update', 'ON_HOLD', 30), read)).toBeUndefined()
  expect(outcome(confirmed, shows('extend', 'ON_HOLD', 30, {}, 409), read)).toBeUndefined()
  expect(outcome(shows('extend', 'ON_HOLD', -5, { durationMs: 100 }), confirmed, read)).toBeUndefined()
  expect(outcome(shows('confirm', 'ON_HOLD', 0), read)).toBeUndefined()
  expect(outcome(shows('confirm', 'CONFIRMED', 0, {}, 400), read)).toBeUndefined()
  expect(outcome(confirmed, shows('get', 'ON_HOLD', settled, { bookingId: 'b-2' }))).toBeUndefined()
  expect(outcome(confirmed, shows('get', 'ON_HOLD', settled, { as: 'other' }))).toBeUndefined()
})

test('a confirm that is processed for a while counts from when a get shows that it is done', () => {
  const { booking: places } = profile
  const processing = { ...profile, booking: { ...places, statuses: { ...places.statuses, pending: ['PENDING'] } } }
  const then = (purpose: string, status: string, at: number): Answer =>
    answer({ ...booking, status }, { purpose, bookingId: 'b-1', startedAt: at, durationMs: 10 }, 200, processing)
  const pending = then('confirm', 'PENDING', 0)
  const done = then('get', 'CONFIRMED', 40)
  expect(outcome(pending, then('get', 'PENDING', 20))).toBeUndefined()
  expect(outcome(pending, then('get', 'PENDING', 20), done)).toBe('pass')
  expect(outcome(pending, done, then('get', 'ON_HOLD', 40 + settled))).toBe('fail')
  expect(outcome(pending, then('get', 'PENDING', 20), then('get', 'ON_HOLD', settled))).toBeUndefined()
  // A copy that is late shows for as long after that what was so before.
  const slow = then('get', 'CONFIRMED', settled)
  expect(outcome(pending, slow, then('get', 'ON_HOLD', settled + 20))).toBe('pass')
  expect(outcome(pending, slow, then('get', 'ON_HOLD', 2 * settled + 20))).toBe('fail')
})

test('a confirm that failed and was carried out is told by a get, where nothing else can have confirmed the booking', () => {
  const answered = (...answers: readonly Answer[]): string | undefined =>
    judgeCourse('confirm.done-is-answered', answers)?.outcome
  const held = shows('get', 'ON_HOLD', 0)
  const failed = shows('confirm', '', 20, {}, 500)
  const again = shows('confirm', '', 40, {}, 409)
  const read = shows('get', 'CONFIRMED', 60)
  expect(answered(held, failed, read)).toBe('fail')
  expect(answered(held, failed, again, read)).toBe('fail')
  expect(answered(held, shows('confirm', 'CONFIRMED', 20))).toBe('pass')
  expect(answered(held, failed, shows('get', 'ON_HOLD', 60))).toBeUndefined()
  expect(answered(held, again, read)).toBeUndefined()
  expect(answered(held, failed, shows('confirm', 'CONFIRMED', 40), read)).toBe('pass')
  expect(answered(shows('confirm', 'ON_HOLD', 0), failed, read)).toBe('pass')
  expect(answered(held, failed, shows('confirm', 'CONFIRMED', 40, { as: 'other' }), read)).toBeUndefined()
})
