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

test('a reservation that was repeated, whose hold began before a test clock was moved, tells nothing of that clock', () => {
  const moved = 22
  const at = days + moved * 60_000
  const recorded = (scenario: string): string | undefined =>
    judgeCourse('transfers.not-created-in-the-future', [
      answer({ ...booking, utcExpiresAt: iso(days + hour) }, { scenario, clockMinutes: moved }),
      answer({ id: 't', options: [], utcCreatedAt: iso(at) }, { scenario, purpose: 'transfers', clockMinutes: moved }),
    ])?.outcome
  // What recorded traffic has there was answered before, or may have been.
  expect(recorded('recorded.other')).toBeUndefined()
  expect(recorded('cleanup')).toBeUndefined()
  // In a scenario it is the hold's beginning, and 22 minutes off.
  expect(recorded('test')).toBe('fail')
})
