import { expect, test } from 'vitest'
import { tellsOfTax, waysToLackTax } from './waysToLackTax.js'

test('a price lacks its tax by the sum that is shown, or by the rate of that in the net amount', () => {
  expect(waysToLackTax(1100, 1000, 900, [['amount', 100]])).toEqual(['amount'])
  expect(waysToLackTax(2217, 2015, 1773, [['amount', 161]])).toEqual(['at the rate of amount'])
  expect(waysToLackTax(2217, 2217, 1773, [['amount', 161]])).toEqual([])
  expect(waysToLackTax(2217, 2015, null, [['amount', 161]])).toEqual([])
})

test.each([
  ['a tenth', 2000, 1800],
  ['16 per cent, where 19 are in the price', 8900, 7476],
  ['9 per cent, where 10 are in the price', 2000, 1820],
])('a rate tells nothing where a discount of %s comes to the same', (_, full, price) => {
  expect(tellsOfTax('at the rate of amount', full, price)).toBe(false)
})

test('a rate tells of a price that no such discount comes to', () => {
  expect(tellsOfTax('at the rate of amount', 22_170, 20_155)).toBe(true)
  expect(tellsOfTax('amount', 2000, 1800)).toBe(true)
})
