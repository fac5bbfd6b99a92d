import { expect, test } from 'vitest'
import { requiredKeys } from './profileKeys.js'

test('a profile must say what its schema requires, down to what has keys of its own', () => {
  const text = { type: 'string' }
  const shelf = { type: 'object', required: ['title'], properties: { title: text, colour: text } }
  expect(requiredKeys({ required: ['url', 'shelf', 'any'], properties: { url: text, shelf, other: text } })).toEqual({
    url: null,
    shelf: { title: null },
    any: null,
  })
  expect(requiredKeys({ properties: { url: text } })).toEqual({})
})
