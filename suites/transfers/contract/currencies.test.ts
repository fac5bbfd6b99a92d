import { expect, test } from 'vitest'
import { currencyPrecision } from './currencies.js'

test.each([
  ['EUR', 2],
  ['USD', 2],
  ['GBP', 2],
  ['JPY', 0],
  ['HUF', 2],
  ['ISK', 0],
  ['KWD', 3],
  ['CLF', 4],
])('%s has %i decimal places', (code, digits) => {
  expect(currencyPrecision(code)).toBe(digits)
})

test('a code that is no currency has no precision', () => {
  expect(currencyPrecision('eur')).toBeUndefined()
  expect(currencyPrecision('XAU')).toBeUndefined()
  expect(currencyPrecision('')).toBeUndefined()
  expect(currencyPrecision('constructor')).toBeUndefined()
})
