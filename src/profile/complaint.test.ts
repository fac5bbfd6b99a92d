import { expect, test } from 'vitest'
import { closestWord, describeFound } from './complaint.js'
import { isLoopback } from './credentials.js'

const words = ['target', 'otherReseller', 'bookable', 'operations', 'booking', 'hold', 'limits', 'pageSize']

test.each([
  ['traget', 'target'],
  ['Target', 'target'],
  ['operation', 'operations'],
  ['page_size', 'pageSize'],
  ['other-reseler', 'otherReseller'],
  ['hodl', 'hold'],
  ['bookng', 'booking'],
])('%s was meant to be %s', (word, meant) => {
  expect(closestWord(word, words)).toBe(meant)
})

test.each(['', 'x', 'credentials', 'zzzz'])('%j is near nothing', (word) => {
  expect(closestWord(word, words)).toBeUndefined()
})

test('of equally near words the first is taken', () => {
  expect(closestWord('cat', ['bat', 'rat'])).toBe('bat')
})

test('a word of any length is answered at once', () => {
  expect(closestWord('a'.repeat(1_000_000), words)).toBeUndefined()
})

test.each([
  ['ab', ['ba'], 'ba'],
  ['abcdef', ['badcfe'], undefined],
  ['abcdef', ['badcef'], 'badcef'],
  ['abcdef', ['abcdefgh'], 'abcdefgh'],
  ['abcdef', ['abcdefghi'], undefined],
  ['abcdef', ['cdef'], 'cdef'],
  ['abc', ['xbc'], 'xbc'],
  ['abc', ['xyc'], undefined],
  ['a', ['b'], undefined],
  ['abcabc', ['bcaabc'], 'bcaabc'],
])('a third of %j may be wrong, a swap of neighbours being one mistake: %j', (word, candidates, meant) => {
  expect(closestWord(word, candidates)).toBe(meant)
})

test('the nearest is taken, wherever it stands', () => {
  expect(closestWord('abcdefghi', ['abcdefgxy', 'abcdefghx', 'abcdefxhy'])).toBe('abcdefghx')
})

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
