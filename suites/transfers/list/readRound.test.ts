import { expect, test } from 'vitest'
import { cutOf } from './readRound.js'

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
