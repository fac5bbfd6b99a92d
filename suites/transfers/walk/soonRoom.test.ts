import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json, Profile } from '../vocabulary/index.js'
import { soonRoom, typeUnsaid } from './lookAround.js'

const soon = { productId: 'p', optionId: 'o', cutOffAt: '/start', cutOffBefore: 60 }
const of: Profile = { ...profile, bookable: { ...profile.bookable, closing: [soon] } }
const slot = (id: string, hour: number, vacancies?: number): Json => ({
  id,
  start: `2030-01-01T${String(hour)}:00:00Z`,
  ...(vacancies !== undefined && { vacancies }),
})
const room = (...items: Json[]): string | null =>
  soonRoom(answer(items, { purpose: 'availability' }) satisfies Answer, 0, of)

test('doctor says where less of what closes soonest is free than a run books of it', () => {
  expect(room(slot('a', 12, 2), slot('b', 14, 5))).toMatch(/has room for 2 bookings \(request \d+\), and a run makes 3/)
  expect(room(slot('a', 12, 3), slot('b', 14, 1))).toBeNull()
  // Two starts at one time have room together, and one that does not say how much may have enough.
  expect(room(slot('a', 12, 2), slot('b', 12, 1))).toBeNull()
  expect(room(slot('a', 12))).toBeNull()
})

test('doctor says where the standard booking shows the booking type that something else is said to have', () => {
  const other = { ...profile.bookable.standard, bookingType: 'Ride' }
  const unsaid = (shown: string, standard: object = {}): string | null => {
    const bookable = { ...profile.bookable, standard: { ...profile.bookable.standard, ...standard }, other: [other] }
    return typeUnsaid(answer({ ...booking, type: shown }), { ...profile, bookable })
  }
  expect(unsaid('RIDE')).toContain('do: write bookable.standard.bookingType: Ride')
  expect(unsaid('Tour')).toBeNull()
  expect(unsaid('Ride', { bookingType: 'Ride' })).toBeNull()
})
