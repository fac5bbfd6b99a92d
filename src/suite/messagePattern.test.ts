import { expect, test } from 'vitest'
import { messagePattern } from './messagePattern.js'

test('messages that differ in ids, times and numbers alone have one pattern', () => {
  const said = (id: string, at: number): string => `booking ${id} has 12.5 at /options/${at}/pricing/net since 09:30`
  expect(messagePattern(said('4802f0c8-2d6c-41d3-90f5-361f20c85a84', 2))).toBe(
    messagePattern(said('E5DD53B5-8a07-484e-822b-03a67ea14892', 11)),
  )
  expect(messagePattern('expected integer at /net')).not.toBe(messagePattern('expected integer at /retail'))
})

test('only the beginning of a long message counts', () => {
  expect(messagePattern('a'.repeat(10_000))).toHaveLength(500)
})
