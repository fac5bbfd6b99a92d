import { expect, test } from 'vitest'
import { answer, booking, noAnswer, profile } from '../../../src/suite/answer.test.data.js'
import { isListedAs, sameBooking } from './sameBooking.js'
import type { Answer, ShownBooking } from '../vocabulary/index.js'

const list = (...items: readonly (typeof booking)[]): Answer => answer([...items], { purpose: 'list' })
const shown = ({ bookings }: Answer, index = 0): ShownBooking | undefined => bookings[index]

test('a booking that shows the same is the same, whatever else it shows', () => {
  const later = answer({ ...booking, news: 1 })
  expect(sameBooking(answer(booking), later, ['id', 'status', 'total'], 'x').outcome).toBe('pass')
})

test('each field that changed is a finding that names both exchanges and points at the later one', () => {
  const before = answer(booking)
  const after = answer({ ...booking, status: 'CONFIRMED', notes: 'other' })
  const because = 'though nothing was done'
  expect(sameBooking(before, after, ['id', 'status', 'notes'], because)).toEqual({
    outcome: 'fail',
    findings: [
      {
        message: `status was "ON_HOLD" in request ${before.n} and is "CONFIRMED", ${because}`,
        expected: '"ON_HOLD"',
        wanted: { value: { const: 'ON_HOLD' } },
        received: 'CONFIRMED',
        field: 'status',
        about: [before.n],
        before: { exchange: before.n, value: 'ON_HOLD' },
        exchange: after.n,
        pointer: '/status',
      },
      {
        message: `notes was nothing in request ${before.n} and is "other", ${because}`,
        expected: 'nothing',
        received: 'other',
        field: 'notes',
        about: [before.n],
        before: { exchange: before.n, value: null },
        exchange: after.n,
        pointer: '/notes',
        restsOn: ['booking.notes'],
      },
    ],
  })
})

test('a field that is gone is received as null', () => {
  const { status: _, ...less } = booking
  expect(sameBooking(answer(booking), answer(less), ['status'], 'x')).toMatchObject({ findings: [{ received: null }] })
})

test('null and absent say the same', () => {
  expect(sameBooking(answer({ ...booking, notes: null }), answer(booking), ['notes'], 'x').outcome).toBe('pass')
})

test('an end of the hold may be counted anew by seconds, not by more', () => {
  const ends = (utcExpiresAt: string | number): Answer => answer({ ...booking, utcExpiresAt })
  const judged = (a: string | number, b: string | number): string =>
    sameBooking(ends(a), ends(b), ['holdEnd'], 'x').outcome
  expect(judged('2027-01-01T10:00:00Z', '2027-01-01T10:00:05Z')).toBe('pass')
  expect(judged('2027-01-01T10:00:05Z', '2027-01-01T12:00:00+02:00')).toBe('pass')
  expect(judged('2027-01-01T10:00:00Z', '2027-01-01T10:00:06Z')).toBe('fail')
  expect(judged('2027-01-01T10:00:06Z', '2027-01-01T10:00:00Z')).toBe('fail')
  expect(judged(1_700_000_000, 1_700_000_001)).toBe('fail')
  expect(judged('2027-01-01T10:00:00Z', 1_700_000_000)).toBe('fail')
})

test('a tolerance in seconds is for the end of the hold alone', () => {
  const noted = (notes: string): Answer => answer({ ...booking, notes })
  expect(sameBooking(noted('2027-01-01T10:00:00Z'), noted('2027-01-01T10:00:01Z'), ['notes'], 'x').outcome).toBe('fail')
})

test('what the bookings of a target do not carry is not compared', () => {
  const bare = { ...profile, booking: { ...profile.booking, notes: null } }
  const after = answer({ ...booking, notes: 'x' }, {}, 200, bare)
  expect(sameBooking(answer(booking, {}, 200, bare), after, ['notes'], 'x').outcome).toBe('pass')
})

test('where one of the answers is not to be had, nothing is known', () => {
  const refused = answer({ error: 'x' }, {}, 400)
  for (const [before, after] of [
    [null, answer(booking)],
    [answer(booking), undefined],
    [answer(booking), noAnswer()],
    [refused, answer(booking)],
  ])
    expect(sameBooking(before, after, ['status'], 'x').outcome).toBe('untested')
  // A list that cannot be had contradicts nothing.
  expect(isListedAs(answer(booking), shown(answer({}, { purpose: 'list' }, 500)), ['status'])).toBe(true)
})

test('a booking of a list is compared where it stands', () => {
  const before = answer(booking)
  const page = list({ ...booking, uuid: 'b-0' }, { ...booking, notes: 'other' })
  expect(isListedAs(before, shown(page, 1), ['id', 'status'])).toBe(true)
  expect(isListedAs(before, shown(page, 1), ['id', 'notes'])).toBe(false)
})

test('what a list does not show it does not contradict, but null it shows', () => {
  const before = answer({ ...booking, notes: 'kept' })
  expect(isListedAs(before, shown(list(booking)), ['notes'])).toBe(true)
  expect(isListedAs(before, shown(list({ ...booking, notes: null })), ['notes'])).toBe(false)
})
