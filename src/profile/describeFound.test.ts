import { expect, test } from 'vitest'
import { describeFound } from './describeFound.js'
import { isLoopback } from './isLoopback.js'

test('a value is described with its type', () => {
  expect([undefined, null, 'a', 5, true, ['a'], { a: 1 }].map((value) => describeFound(value))).toEqual([
    'nothing',
    'null',
    '"a"',
    'the number 5',
    'the value true',
    'a list',
    'a map',
  ])
})

test('a long text is cut, and just not one of eighty', () => {
  expect(describeFound('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`)
  expect(describeFound('x'.repeat(81))).toBe(`"${'x'.repeat(80)}…"`)
})

test('credentials in a URL and characters that turn a line around are not shown', () => {
  expect(describeFound('see https://user:pass@host/x')).toBe('"see https://[redacted]@host/x"')
  expect(describeFound('https://host/a@b')).toBe('"https://host/a@b"')
  expect(describeFound('a\u202eb')).toBe('"a\ufffdb"')
})

test.each(['http://127.0.0.1', 'http://127.255.10.200:81/x', 'http://localhost', 'http://a.localhost', 'http://[::1]'])(
  '%s is this machine',
  (url) => {
    expect(isLoopback(url)).toBe(true)
  },
)

test.each([
  '',
  'no url',
  'http://128.0.0.1',
  'http://127.0.0.1.example',
  'http://x127.0.0.1.example',
  'http://localhost.example',
])('%j is not', (url) => {
  expect(isLoopback(url)).toBe(false)
})
