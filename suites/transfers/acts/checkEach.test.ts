import { expect, test } from 'vitest'
import { answer } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { soonestOf, soonestOpenOf } from './soonestFirst.js'

const soon = { productId: 'p', optionId: 'o', cutOffAt: '/start', cutOffBefore: 1440 }
const noon = Date.parse('2027-06-01T12:00:00Z') / 60_000

/** What is named of one day. */
const day = (number: number): Answer =>
  answer(
    [6, 18].map((hour) => ({
      id: `${number}/${hour}`,
      start: `2027-06-0${number}T${hour < 10 ? '0' : ''}${hour}:00:00Z`,
    })),
    { purpose: 'availability' },
  )

test('a day whose windows have all closed is not the one that closes soonest, wherever it stands, while another is open', () => {
  const [closed, half, open] = [day(1), day(2), day(3)]
  expect(soonestOpenOf([closed, half, open], soon, noon)).toBe(half)
  expect(soonestOpenOf([open, closed], soon, noon)).toBe(open)
  expect(soonestOpenOf([closed], soon, noon)).toBe(closed)
  expect(soonestOf([open, closed], soon, noon)).toBe(closed)
})
