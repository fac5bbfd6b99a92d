import { expect, test } from 'vitest'
import { choicesIn, namesIn } from './choicesIn.js'

test.each([
  [{ type: ['Use Product or Transfer.'] }, ['Product', 'Transfer']],
  [
    { message: ['sortBy must be one of the following values: CREATED_AT, STARTS_AT, PRICE'], error: 'Bad Request' },
    ['CREATED_AT', 'STARTS_AT', 'PRICE'],
  ],
  [{ issues: [{ path: ['kind'], options: ['Product', 'Rental'] }] }, ['Product', 'Rental']],
  [{ detail: "Input should be 'Product' or 'Transfer'; allowed: 'Product', 'Transfer'" }, ['Product', 'Transfer']],
  [{ detail: 'Expected Product | Transfer' }, ['Product', 'Transfer']],
  [{ error: { no: 1400, text: 'kind is Product or Charter' } }, ['Product', 'Charter']],
  [{ detail: "direction must be 'Ascending' or 'Descending'." }, ['Ascending', 'Descending']],
  [{ detail: 'the order is wrong or missing' }, []],
  [{ detail: '"octospec" is not a valid choice.' }, []],
  [{ detail: 'no such word' }, []],
])('words that a refusal lists: %j', (json, choices) => {
  expect(choicesIn({ json, words: '' })).toEqual(choices)
})

test('a member that words stand at is named, and one that any refusal has is not', () => {
  expect([...namesIn({ json: { order: ['Use one of these.'] }, words: '' })]).toContain('order')
  expect([...namesIn({ json: { type: 'about:blank', detail: 'no' }, words: 'no' })]).not.toContain('type')
})

test('a text of any size is read within bounds', () => {
  expect(choicesIn({ json: { detail: `one of: ${'abc, '.repeat(100_000)}` }, words: '' }).length).toBeLessThan(13)
  expect(choicesIn({ json: { detail: `it is ${'Abc, '.repeat(100_000)}` }, words: '' }).length).toBeLessThan(13)
})
