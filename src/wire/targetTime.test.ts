import { expect, test } from 'vitest'
import { answer } from '../suite/answer.test.data.js'
import type { Json } from '../profile/profile.js'
import { timeShown, wrongMove } from './targetTime.js'

const clock = { method: 'POST', path: '/clock', now: '/now' }
const shown = (now: Json): number | null => timeShown(clock, answer({ now }, { purpose: 'clock' }))
const noon = Date.UTC(2027, 2, 10, 12)

test.each([
  ['2027-03-10T12:00:00Z'],
  ['2027-03-10T13:00:00+01:00'],
  ['2027-03-10T12:00:00.000'],
  [noon],
  [noon / 1000],
])('%j is a time', (now) => expect(shown(now)).toBe(noon))

test.each([['soon'], [null], [1e300], [-1], [{}], [true]])('%j is none, and then the profile is wrong', (now) =>
  expect(() => shown(now)).toThrow("the test clock shows no time at '/now'"),
)

test('without a pointer, and where the clock refused, no time is known', () => {
  expect(timeShown({ ...clock, now: null }, answer({ now: 'soon' }, { purpose: 'clock' }))).toBe(null)
  expect(timeShown(clock, answer({ error: 'no' }, { purpose: 'clock' }, 400))).toBe(null)
})

test('a move that was rounded is one, and minutes that were taken for seconds or hours are none', () => {
  expect([17, 15, 30, 18].map((seen) => wrongMove(17, seen, 'it'))).toEqual([null, null, null, null])
  expect([17 / 60, 17 * 60, 0, -17].map((seen) => wrongMove(17, seen, 'it')?.reason)).toEqual([
    'the test clock was to move forward by 17 min, and it went on by 0.28 min',
    'the test clock was to move forward by 17 min, and it went on by 1020 min',
    'the test clock was to move forward by 17 min, and it went on by 0 min',
    'the test clock was to move forward by 17 min, and it went on by -17 min',
  ])
})
