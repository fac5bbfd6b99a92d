import { expect, test } from 'vitest'
import { bookableKey, checksOf, currencyAside, currencyOfBoth } from './bookable.js'
import type { Bookable } from './transferProfile.js'

const sold = (defaultCurrency: string, ...currencies: string[]): Bookable => ({
  productId: 'p',
  optionId: 'o',
  defaultCurrency,
  ...(currencies.length > 0 && { currencies }),
})

test('a booking is tried in another currency than the default one that it is sold in, as far as the profile says', () => {
  expect(currencyAside(sold('EUR'), ['GBP', 'USD'])).toBe('GBP')
  expect(currencyAside(sold('GBP'), ['GBP', 'USD'])).toBe('USD')
  expect(currencyAside(sold('KWD', 'KWD', 'EUR', 'USD'), ['GBP', 'USD'])).toBe('USD')
  expect(currencyAside(sold('JPY', 'JPY', 'AUD'), ['GBP', 'USD'])).toBe('AUD')
  expect(currencyAside(sold('JPY', 'JPY'), ['GBP', 'USD'])).toBeUndefined()
})

test('a booking that is to be moved is made in a currency that both are sold in', () => {
  expect(currencyOfBoth(sold('KWD', 'KWD', 'USD'), sold('EUR', 'EUR', 'USD'))).toBe('USD')
  expect(currencyOfBoth(sold('KWD'), sold('EUR', 'EUR', 'USD'))).toBe('EUR')
  // In its default currency, which nothing else need be sold in.
  expect(currencyOfBoth(sold('EUR', 'EUR', 'USD'), sold('USD', 'USD', 'EUR'))).toBeUndefined()
  expect(currencyOfBoth(sold('KWD'), sold('EUR'))).toBeUndefined()
})

test('an entry of the availability with a range of days is a check for each of them', () => {
  expect(checksOf({ ...sold('EUR'), availability: [{ day: '{today+9}' }, { day: '{today+30..31}' }] })).toEqual([
    { day: '{today+9}' },
    { day: '{today+30}' },
    { day: '{today+31}' },
  ])
  expect(checksOf({ ...sold('EUR'), availability: { day: '{today+30..31}' } })).toHaveLength(2)
  expect(checksOf(sold('EUR'))).toEqual([{}])
})

test('what was made of an entry of the profile is called as that entry', () => {
  const bookable = { standard: sold('EUR'), late: [], closing: [], soldOut: null, other: [], exclusive: null }
  const soon = [
    { ...sold('EUR'), optionId: 'a' },
    { ...sold('EUR'), optionId: 'b' },
  ]
  const of = { bookable: { ...bookable, closing: soon } }
  expect(bookableKey(of, { ...sold('EUR'), optionId: 'b', availability: [] })).toBe('bookable.closing.1')
  expect(bookableKey(of, sold('EUR'))).toBe('bookable.standard')
  expect(bookableKey(of, { ...sold('EUR'), optionId: 'c' })).toBe('bookable')
})
