import { expect, test } from 'vitest'
import { openRandom, unknownFromStart, unknownId } from './random.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

test('another UUID stands in for a UUID', () => {
  const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
  const made = unknownId(id, openRandom(1))
  expect(made).toMatch(uuid)
  expect(made).not.toBe(id)
})

test.each(['1042', 'BK-000123', '7', 'PB-2027-1'])('an id that may be counted up becomes longer: %s', (id) => {
  const made = unknownId(id, openRandom(1))
  expect(made.startsWith(id)).toBe(true)
  expect(made).toHaveLength(id.length + 9)
})

test('the first half of a long id stays, at most twenty characters, and the rest keeps its form', () => {
  const id = 'bkg_0123456789abcdef'
  const made = unknownId(id, openRandom(1))
  expect(made).toMatch(/^bkg_012345[0-9]{4}[a-f]{6}$/)
  expect(made).not.toBe(id)
  const long = '0123456789abcdef'.repeat(4)
  expect(unknownId(long, openRandom(1)).slice(0, 20)).toBe(long.slice(0, 20))
  expect(unknownId(long, openRandom(1)).slice(20, 40)).not.toBe(long.slice(20, 40))
})

test.each(['ABCDEFGHIJKLMNOPQRST', 'zzzzzzzzzzzzzzzz-12345', '0-1-2-3-4-5-6-7-8-9'])(
  'an id with too little in it to change becomes longer: %s',
  (id) => {
    expect(unknownId(id, openRandom(1))).toMatch(new RegExp(`^${id}9[0-9]{8}$`))
  },
)

test('another id from its start on has the end of the real one, and nothing else of it', () => {
  const id = 'sedan.2e1x0c~6f9619ff-8b86-4011-b42d-00c04fc964ff'
  const made = unknownFromStart(id, openRandom(1))
  expect(made).toHaveLength(id.length)
  expect(made.slice(20)).toBe(id.slice(20))
  expect(made.slice(0, 5)).not.toBe('sedan')
  expect(unknownId(id, openRandom(1)).slice(0, 20)).toBe(id.slice(0, 20))
})

test('what may say which kind of thing it is stays', () => {
  expect(unknownFromStart('raw:sedan.htzrc~e95752fb-13cc-4a37', openRandom(1))).toMatch(/^raw:(?!sedan)[a-z]{5}\./)
})

test('one that may be counted up becomes longer at its start', () => {
  expect(unknownFromStart('1042', openRandom(1))).toMatch(/^9\d{8}1042$/)
})
