import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { judgeCourse } from '../judge.test.data.js'

const hour = 3_600_000
const days = 72 * hour
const iso = (at: number): string => new Date(at).toISOString()
const outcome = (utcExpiresAt: string, utcCreatedAt: string): string | undefined =>
  judgeCourse('transfers.not-created-in-the-future', [
    answer({ ...booking, utcExpiresAt }),
    answer({ id: 't', options: [], utcCreatedAt }, { purpose: 'transfers' }),
  ])?.outcome

test('a quote that was created later than the clock that holds run by says fails, however far that clock is ahead', () => {
  expect(outcome(iso(days + hour), iso(days))).toBe('pass')
  expect(outcome(iso(days + hour), iso(days + 2 * hour))).toBe('fail')
  expect(outcome(iso(hour).replace('Z', '+00:00'), iso(2 * hour))).toBe('fail')
})

test('an end of a hold without a zone, which may be wall time, tells nothing of that clock', () => {
  // A test clock that is three days ahead, and a place five hours west.
  expect(outcome(iso(days - 4 * hour).slice(0, 19), iso(days))).toBeUndefined()
})
