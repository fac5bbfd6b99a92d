import { expect, test } from 'vitest'
import { openRandom } from './random.js'
import { unknownId } from './unknownId.js'

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
