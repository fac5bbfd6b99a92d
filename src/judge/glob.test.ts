import { expect, test } from 'vitest'
import { matchesGlob } from './glob.js'

test('a star crosses slashes and dots, all else is literal', () => {
  expect(matchesGlob('8/*', '8/expiration-min-reserve')).toBe(true)
  expect(matchesGlob('*reserve*', '8/expiration-min-reserve')).toBe(true)
  expect(matchesGlob('reserve.*', 'reserve.starts-on-hold')).toBe(true)
  expect(matchesGlob('reserve.x', 'reserveXx')).toBe(false)
  expect(matchesGlob('reserve', 'reserve.starts')).toBe(false)
  expect(matchesGlob('*', '')).toBe(true)
  expect(matchesGlob('a(b', 'a(b')).toBe(true)
})
