import { expect, test } from 'vitest'
import { matchesGlob } from './plan.js'

test('a star crosses slashes and dots, all else is literal', () => {
  expect(matchesGlob('8/*', '8/expiration-min-reserve')).toBe(true)
  expect(matchesGlob('*reserve*', '8/expiration-min-reserve')).toBe(true)
  expect(matchesGlob('reserve.*', 'reserve.starts-on-hold')).toBe(true)
  expect(matchesGlob('reserve.x', 'reserveXx')).toBe(false)
  expect(matchesGlob('reserve', 'reserve.starts')).toBe(false)
  expect(matchesGlob('*', '')).toBe(true)
  expect(matchesGlob('a(b', 'a(b')).toBe(true)
})

test('each part is found once, and none twice', () => {
  expect(matchesGlob('ab*ba', 'aba')).toBe(false)
  expect(matchesGlob('a*b*c', 'a-b-b-c')).toBe(true)
  expect(matchesGlob('a*b*c', 'a-c-b')).toBe(false)
  expect(matchesGlob('*x', 'y')).toBe(false)
})

test('a pattern of many stars takes no time', { timeout: 5000 }, () => {
  expect(matchesGlob('*a'.repeat(5000) + 'b', 'a'.repeat(10_000))).toBe(false)
})
