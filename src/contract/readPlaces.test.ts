import { expect, test } from 'vitest'
import { readPlaces } from './readPlaces.js'

const days = { days: { '2027-01-01': [{ id: 'a' }], 'a/b': [{ id: 'b' }, { id: 'c' }] } }

test.each([
  ['', ['']],
  ['/days', ['/days']],
  ['/days/*', ['/days/2027-01-01', '/days/a~1b']],
  ['/days/*/*/id', ['/days/2027-01-01/0/id', '/days/a~1b/0/id', '/days/a~1b/1/id']],
  ['/none/*', []],
  ['/days/*/*/id/*', []],
])('%s leads to %j', (pointer, places) => {
  expect(readPlaces<unknown>(days, pointer).map((found) => found.pointer)).toEqual(places)
})

test('however many places there are, few are looked at', () => {
  const many = Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => 1))
  expect(readPlaces<unknown>(many, '/*/*')).toHaveLength(10_000)
})
