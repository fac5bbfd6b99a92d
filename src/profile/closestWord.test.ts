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
