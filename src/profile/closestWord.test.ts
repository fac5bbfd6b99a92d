import { expect, test } from 'vitest'
import { closestWord } from './closestWord.js'

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
