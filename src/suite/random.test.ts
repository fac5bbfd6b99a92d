import { expect, test } from 'vitest'
import { openRandom, seedFor } from './random.js'

test('the same seed gives the same values in the same order', () => {
  const draw = (): readonly number[] => {
    const random = openRandom(seedFor(7, 'reserve'))
    return [random.integer(0, 1e6), random.integer(0, 1e6), random.pick([1, 2, 3])]
  }
  expect(draw()).toEqual(draw())
})

test('scenarios have seeds of their own', () => {
  expect(seedFor(7, 'reserve')).not.toBe(seedFor(7, 'extend'))
  expect(seedFor(7, 'reserve')).not.toBe(seedFor(8, 'reserve'))
})

test('an integer stays within its bounds, both included', () => {
  const random = openRandom(1)
  const drawn = Array.from({ length: 40 }, () => random.integer(3, 5))
  expect(new Set(drawn)).toEqual(new Set([3, 4, 5]))
})

test('what is drawn one after the other differs', () => {
  const random = openRandom(1)
  const drawn = Array.from({ length: 20 }, () => random.integer(0, 1e9))
  expect(new Set(drawn).size).toBeGreaterThan(10)
  expect(random.seed).toBe(1)
})
