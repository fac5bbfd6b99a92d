import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { cutOf } from './round.js'

const totals = Array.from({ length: 200 }, (_, index) => index + 3)

test.each([100, 1000])(
  'the last page of a short list is not full, however many bookings there are (pages of %d at most)',
  (effective) => {
    for (const total of totals.filter((each) => each < effective)) {
      const { size, numbers } = cutOf({ size: effective, effective, pages: [], last: 1, total })
      expect(numbers.length, String(total)).toBeGreaterThan(1)
      expect(total - size * (numbers.length - 1), String(total)).toBeGreaterThan(0)
      expect(total - size * (numbers.length - 1), String(total)).toBeLessThan(size)
    }
  },
)

test('pages by price end in the midst of many bookings of one price, in either direction', () => {
  const amounts = [1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 8]
  const items = amounts.map((retail, at) => ({
    ...booking,
    uuid: `b-${at}`,
    pricing: { retail, net: 1, includedTaxes: [], currency: 'EUR', currencyPrecision: 2 },
  }))
  const page = answer(items.toReversed(), { purpose: 'list', input: { page: 1, pageSize: 100 } })
  const { byPrice } = cutOf({ size: 100, effective: 100, pages: [page], last: 1, total: amounts.length })
  expect(byPrice).toEqual({ numbers: [1, 2], size: 8 })
})
