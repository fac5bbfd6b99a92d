import { expect, test } from 'vitest'
import { availabilitiesIn } from './places.js'

const sold = { productId: 'ride', optionId: 'van' }
const days = (id: string, length: number): Record<string, { id: string }[]> =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`2026-01-01T${index}`, [{ id }]]))

test('lists keyed by date are found as one, below whatever they stand', () => {
  expect(availabilitiesIn({ data: days('slot', 1) }, sold)).toMatchObject({ at: '/data/*', id: '/id', free: ['slot'] })
})

test('thousands of days that have nothing but what is sold are looked through once', () => {
  expect(availabilitiesIn(days('ride', 1900), sold)).toBeNull()
})
