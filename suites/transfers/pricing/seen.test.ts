import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { pricesSeen } from './amounts.js'

test('prices of the options of a transfer and of bookings, alone or in a list, are seen with their currencies', () => {
  const pricing = { original: 900, retail: 800, net: 700, currency: 'JPY', currencyPrecision: 0 }
  const options = [{ id: 'a', pricing }, { id: 'unpriced' }]
  expect(pricesSeen.of(answer({ options }, { purpose: 'transfers' }))).toEqual([
    { words: ['an option of a transfer', 'JPY', '0', '0'], numbers: [800, 700] },
  ])
  const shown = { words: ['a booking', 'EUR', '2', '2'], numbers: [1000, 800] }
  expect(pricesSeen.of(answer(booking))).toEqual([shown])
  expect(pricesSeen.of(answer([booking, 'no booking', null, booking], { purpose: 'list' }))).toEqual([shown, shown])
  expect(pricesSeen.of(answer({ error: 'no' }, {}, 400))).toEqual([])
})

test('what is not shown or makes no sense is told as it is', () => {
  const odd = { ...booking, pricing: { retail: '10', currency: 7, includedTaxes: null } }
  expect(pricesSeen.of(answer(odd))).toEqual([
    { words: ['a booking', 'not shown', 'not shown', 'unknown'], numbers: [null, null] },
  ])
})
