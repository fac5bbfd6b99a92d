import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingInvariants, optionInvariants, pricingInvariants, transferInvariants } from './invariants.js'
import { sampleBooking, sampleTransfer } from './samples.test.data.js'

test('the samples keep every invariant', () => {
  expect(transferInvariants(sampleTransfer())).toEqual([])
  expect(bookingInvariants(sampleBooking())).toEqual([])
})

test('original below retail breaks its clause, equal does not', () => {
  expect(pricingInvariants({ original: 100, retail: 100 })).toEqual([])
  expect(pricingInvariants({ original: 99, retail: 100 })).toMatchObject([
    {
      pointer: '/original',
      clause: '2.4/original-not-below-retail',
      expected: 'at least 100, the retail price',
      received: 99,
    },
  ])
})

test('nothing is said about net against retail', () => {
  expect(pricingInvariants({ original: 100, retail: 100, net: 900, currency: 'EUR', currencyPrecision: 2 })).toEqual([])
})

test('the precision is that of the currency', () => {
  expect(pricingInvariants({ currency: 'JPY', currencyPrecision: 0 })).toEqual([])
  expect(pricingInvariants({ currency: 'EUR', currencyPrecision: 0 })).toMatchObject([
    { pointer: '/currencyPrecision', clause: '2.4/precision-is-the-currencys', received: 0 },
  ])
  expect(pricingInvariants({ currency: 'unknown', currencyPrecision: 7 })).toEqual([])
})

test('a break in the last of several options is found there', () => {
  const transfer = sampleTransfer()
  const last = transfer.options[1]
  if (last === undefined) throw new Error('the sample has two options')
  last.pricing.original = 1
  last.pricing.currencyPrecision = 3
  last.availableCurrencies = ['EUR', 'GBP']
  last.defaultCurrency = 'USD'
  expect(transferInvariants(transfer).map(({ pointer, clause }) => [pointer, clause])).toEqual([
    ['/options/1/availableCurrencies', '2.3/available-currencies-exact-set'],
    ['/options/1/defaultCurrency', '2.3/default-currency-is-available'],
    ['/options/1/pricing/currencyPrecision', '2.4/precision-is-the-currencys'],
    ['/options/1/pricing/original', '2.4/original-not-below-retail'],
  ])
})

test('option ids are unique, whatever their case', () => {
  const transfer = sampleTransfer()
  const [first, second] = transfer.options
  if (first === undefined || second === undefined) throw new Error('the sample has two options')
  second.id = first.id.toUpperCase()
  expect(transferInvariants(transfer)).toMatchObject([{ pointer: '/options/1/id', clause: '2.3/option-ids-unique' }])
})

test.each([
  [['GBP', 'EUR', 'USD'], true],
  [['USD', 'EUR'], false],
  [['USD', 'EUR', 'GBP', 'JPY'], false],
  [[], false],
])('available currencies %j are the set: %s', (availableCurrencies, holds) => {
  expect(optionInvariants({ availableCurrencies }).length === 0).toBe(holds)
})

test('an option is priced in a currency that it accepts', () => {
  const option = { availableCurrencies: ['USD', 'EUR', 'GBP'], pricing: { currency: 'CHF' } }
  expect(optionInvariants(option)).toMatchObject([
    { pointer: '/pricing/currency', clause: '2.4/currency-is-available' },
  ])
})

test('the amounts of a booking are integers, where they stand', () => {
  const places = { total: '/price/sum', net: '/price/net', currency: '/price/cur', currencyPrecision: '/price/digits' }
  const booking = { price: { sum: 12.5, net: 10, cur: 'EUR', digits: 0 } }
  expect(bookingInvariants(booking)).toEqual([])
  expect(bookingInvariants(booking, places).map(({ pointer, clause }) => [pointer, clause])).toEqual([
    ['/price/sum', '8/booking-amounts-are-integers'],
    ['/price/digits', '8/booking-precision-is-the-currencys'],
  ])
})

test('the precision of a booking is an integer', () => {
  expect(bookingInvariants({ pricing: { currencyPrecision: '2' } })).toMatchObject([
    { pointer: '/pricing/currencyPrecision', clause: '8/booking-currency-precision', received: '2' },
  ])
})

test('malformed values are passed over, none throws', () => {
  const near = fc.record(
    {
      options: fc.array(fc.jsonValue()),
      pricing: fc.jsonValue(),
      availableCurrencies: fc.jsonValue(),
      id: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const all = [transferInvariants, optionInvariants, pricingInvariants, (value: unknown) => bookingInvariants(value)]
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), near), fc.constantFrom(...all), (value, invariants) => {
      for (const error of invariants(value)) expect(error.message).toMatch(/^Expected .+ but received /)
    }),
    { numRuns: 200 },
  )
})

test.each([
  { original: '1', retail: 2 },
  { original: 1, retail: '2' },
  { original: null, retail: 2 },
  { original: 1 },
  { retail: 1 },
])('prices that are no numbers are not compared: %j', (pricing) => {
  expect(pricingInvariants(pricing)).toEqual([])
})

test('currencies that are no texts are left to the schema, and a long list is shown by its beginning', () => {
  expect(optionInvariants({ availableCurrencies: ['USD', 5], defaultCurrency: 'XXX' })).toEqual([])
  const many = Array.from({ length: 50 }, (_, index) => `C${index}`)
  const [error] = optionInvariants({ availableCurrencies: many })
  expect(error?.message).toContain('"C9"]')
  expect(error?.message).not.toContain('C10')
})

test('a precision without a currency says nothing', () => {
  expect(pricingInvariants({ currency: 5, currencyPrecision: 7 })).toEqual([])
  expect(pricingInvariants({ currency: 'EUR', currencyPrecision: '7' })).toEqual([])
})
