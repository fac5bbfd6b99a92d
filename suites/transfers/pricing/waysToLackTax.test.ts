import { expect, test } from 'vitest'
import { waysToLackTax } from './waysToLackTax.js'

test('a price lacks its tax by the sum that is shown, or by the rate of that in the net amount', () => {
  expect(waysToLackTax(1100, 1000, 900, [['amount', 100]])).toEqual(['amount'])
  expect(waysToLackTax(2217, 2015, 1773, [['amount', 161]])).toEqual(['rate of amount'])
  expect(waysToLackTax(2217, 2217, 1773, [['amount', 161]])).toEqual([])
  expect(waysToLackTax(2217, 2015, null, [['amount', 161]])).toEqual([])
})

test('a tenth less is a discount, whatever the taxes are', () => {
  expect(waysToLackTax(2000, 1800, 1000, [['amount', 100]])).toEqual([])
})

test('of hardly any price, nothing is told', () => {
  expect(waysToLackTax(22, 20, 1773, [['amount', 161]])).toEqual([])
})
