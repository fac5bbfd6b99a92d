import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { holdEndOf } from './times.js'

test('the end of a hold is read as a text, as seconds and as milliseconds', () => {
  const ends = (utcExpiresAt: string | number | boolean): number | null =>
    holdEndOf(answer({ ...booking, utcExpiresAt }))
  const minutes = Date.UTC(2027, 0, 1, 10) / 60_000
  expect(ends('2027-01-01T10:00:00Z')).toBe(minutes)
  expect(ends('2027-01-01T12:00:00+02:00')).toBe(minutes)
  expect(ends(minutes * 60)).toBe(minutes)
  expect(ends(minutes * 60_000)).toBe(minutes)
  expect(ends('soon')).toBeNull()
  expect(ends(true)).toBeNull()
  expect(holdEndOf(answer(booking))).toBeNull()
})
