import { pack } from '../pack.js'
import { expect, test } from 'vitest'
import { profile } from '../suite/answer.test.data.js'
import type { LedgerEntry } from '../wire/service.js'
import { bookingFates } from './seen.js'

const entry = (more: Partial<LedgerEntry>): LedgerEntry => ({
  id: 'b-1',
  key: 'k-1',
  scenario: 's',
  exchange: 3,
  as: 'reseller',
  status: 'ON_HOLD',
  mayEnd: true,
  lastExchange: 5,
  endsAt: null,
  ending: null,
  asked: null,
  unread: null,
  ...more,
})

const held = { endsAt: Date.UTC(2030, 0, 15, 20, 31) }
const refused = { ending: { exchange: 7, outcome: 'refused', said: 'HTTP 409 NO' } } as const
const lost = { ending: { exchange: 7, outcome: 'none', said: 'no answer (timeout)' } } as const
const kept = { ending: { exchange: 7, outcome: 'accepted', said: 'HTTP 200' } } as const

test.each<[Partial<LedgerEntry>, string, string | undefined, true?]>([
  [{ status: 'CANCELLED' }, 'cancelled', undefined],
  [{ status: 'EXPIRED' }, 'expired', undefined],
  [{}, 'on-hold', 'no cancel was sent: its hold ends by itself'],
  [held, 'on-hold', 'no cancel was sent: its hold ends by itself at 2030-01-15 20:31 UTC'],
  [
    { ...held, ...refused },
    'on-hold',
    'the target refused to cancel it: HTTP 409 NO (request 7): its hold ends by itself at 2030-01-15 20:31 UTC',
  ],
  [{ status: 'CONFIRMED' }, 'left', 'confirmed, and no cancel was sent'],
  [
    { status: 'CONFIRMED', mayEnd: false },
    'left',
    'confirmed, and no cancel was sent: the target says that it is not cancellable',
    true,
  ],
  [
    { status: 'CONFIRMED', ...refused },
    'left',
    'confirmed, and the target refused to cancel it: HTTP 409 NO (request 7)',
  ],
  [
    { status: 'CONFIRMED', ...lost },
    'left',
    'confirmed, and whether its cancel was performed is not known: no answer (timeout) (request 7)',
  ],
  [
    { status: 'CONFIRMED', ...kept },
    'left',
    'confirmed, and the target accepted a cancel, but does not show it as cancelled (request 7)',
  ],
  [{ status: 'REDEEMED' }, 'left', 'its status is REDEEMED, and no cancel was sent'],
])('what became of a booking says what was tried with it (%#)', (more, fate, note, final) => {
  const { status } = entry(more)
  expect(bookingFates([entry(more)], pack, profile, 0)).toEqual([
    {
      id: 'b-1',
      key: 'k-1',
      scenario: 's',
      exchange: 3,
      as: 'reseller',
      status,
      fate,
      ...(note && { note }),
      ...(final && { final }),
    },
  ])
})

test('where the target offers no cancel, none was sent for that reason', () => {
  const without = { ...profile, operations: { ...profile.operations, cancel: null } }
  expect(bookingFates([entry({})], pack, without, 0)).toMatchObject([
    { note: 'no cancel was sent: the target offers none: its hold ends by itself' },
  ])
})

test('a reservation without an answer is to be looked up by its key', () => {
  expect(bookingFates([entry({ id: null, status: 'unknown' })], pack, profile, 0)).toMatchObject([
    {
      id: null,
      key: 'k-1',
      status: null,
      fate: 'unknown',
      note: 'no answer that shows a booking came to the reservation; ask the supplier for its idempotency key',
    },
  ])
})

test('a reservation that was accepted without an id is told from one without an answer', () => {
  const unread = { id: null, key: null, unread: ['bookingId'], ...held }
  expect(bookingFates([entry(unread)], pack, profile, 0)).toMatchObject([
    {
      fate: 'unknown',
      status: 'ON_HOLD',
      note: 'the reservation was accepted, but its answer has no id at /uuid; its hold ends by itself at 2030-01-15 20:31 UTC; no idempotency key was sent',
    },
  ])
})

test('a hold that nobody has the id of is over when its time is', () => {
  const lost = entry({ id: null, status: 'unknown', ...held })
  expect(bookingFates([lost], pack, profile, held.endsAt + 59_000)).toMatchObject([{ fate: 'unknown' }])
  expect(bookingFates([lost], pack, profile, held.endsAt + 61_000)).toMatchObject([
    {
      fate: 'expired',
      note: 'no answer that shows a booking came to the reservation; its hold ends by itself at 2030-01-15 20:31 UTC: that is over',
    },
  ])
})

test('a hold whose cancel was refused after its end has ended', () => {
  const later = held.endsAt + 3_600_000
  expect(bookingFates([entry({ ...held, ...refused })], pack, profile, later)).toMatchObject([
    {
      fate: 'expired',
      note: 'the target refused to cancel it: HTTP 409 NO (request 7): its hold ended by itself at 2030-01-15 20:31 UTC',
    },
  ])
})
