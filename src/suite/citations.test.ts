import { expect, test } from 'vitest'
import { citationsIn, withCitations, withoutCitations } from './citations.js'

test.each<[string, readonly number[]]>([
  ['status was "A" in exchange 7 and is "B", though cancel was refused (exchange 12)', [7, 12]],
  ['after extend (exchanges 5 and 6 and 9) at the same time', [5, 6, 9]],
  ['filled up by exchanges 3, 4 and 5', [3, 4, 5]],
  ['is on no page of exchanges 3 to 8', [3]],
  ['in exchange 7, 30 bookings', [7]],
  ['an exchange of 12 bookings, HTTP 400', []],
])('%j names the exchanges %j', (text, numbers) => {
  expect(citationsIn(text)).toEqual(numbers)
})

test('a text that stands for others names no exchange of its own', () => {
  expect(withoutCitations('get got HTTP 404 (exchange 7), and reserve HTTP 400, exchange 9')).toBe(
    'get got HTTP 404, and reserve HTTP 400',
  )
})

test('what somebody else calls an exchange is put in its place, where all are known', () => {
  const nameOf = (n: number): string | undefined => (n < 10 ? `entry ${n + 1}` : undefined)
  expect(withCitations('was refused (exchange 3), after exchanges 4 and 5', nameOf)).toBe(
    'was refused (entry 4), after entry 5 and entry 6',
  )
  expect(withCitations('exchanges 4 and 12', nameOf)).toBe('exchanges 4 and 12')
})
