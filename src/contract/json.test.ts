import { expect, test } from 'vitest'
import { isPointer, pointerTokens, readPointer, toPointer, readPlaces } from './json.js'

test('a pointer reads members, elements and escaped names', () => {
  const value = { a: [{ 'x/y': 1, 'm~n': 2 }] }
  expect(readPointer<unknown>(value, '/a/0/x~1y')).toBe(1)
  expect(readPointer<unknown>(value, '/a/0/m~0n')).toBe(2)
  expect(readPointer<unknown>(value, '')).toBe(value)
})

test('a pointer that leads nowhere reads undefined, also through scalars and inherited members', () => {
  expect(readPointer<unknown>({ a: 'text' }, '/a/length')).toBeUndefined()
  expect(readPointer<unknown>({}, '/constructor')).toBeUndefined()
  expect(readPointer<unknown>([1, 2], '/01')).toBeUndefined()
  expect(readPointer<unknown>(null, '/a')).toBeUndefined()
})

test('tokens survive the way to a pointer and back', () => {
  const tokens = ['a/b', 'c~d', '~1', '']
  expect(pointerTokens(toPointer(tokens))).toEqual(tokens)
})

test('text that is no pointer is recognised', () => {
  expect(isPointer('/a/b')).toBe(true)
  expect(isPointer('')).toBe(true)
  expect(isPointer('a/b')).toBe(false)
  expect(isPointer('/a~2')).toBe(false)
})

test.each(['/a~', '/~2', '/a~1b~', 'a', 'a/b'])('%j is no pointer', (text) => {
  expect(isPointer(text)).toBe(false)
})

test('indices have no leading zeros, signs or letters, and lead past the end nowhere', () => {
  const value = { list: Array.from({ length: 12 }, (_, index) => index) }
  expect(readPointer<unknown>(value, '/list/11')).toBe(11)
  for (const index of ['01', '-1', '1a', '12', '', 'length'])
    expect(readPointer<unknown>(value, `/list/${index}`)).toBeUndefined()
})

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
