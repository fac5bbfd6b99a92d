import { expect, test } from 'vitest'
import { profile } from '../suite/answer.test.data.js'
import type { LedgerEntry } from '../client/ledger.js'
import { bookingFates, earlierBookings } from './bookingFates.js'

const entry = (more: Partial<LedgerEntry>): LedgerEntry => ({
  id: 'b-1',
  key: 'k-1',
  scenario: 's',
  exchange: 3,
  as: 'reseller',
  status: 'ON_HOLD',
  cancellable: true,
  lastExchange: 5,
  ...more,
})

test.each([
  ['CANCELLED', 'cancelled', undefined],
  ['EXPIRED', 'expired', undefined],
  ['ON_HOLD', 'on-hold', 'its hold ends by itself'],
  ['CONFIRMED', 'left', 'confirmed, and the target did not let it be cancelled'],
  ['REDEEMED', 'left', 'in a state that the suite could not end'],
])('a booking last seen %s is %s', (status, fate, note) => {
  expect(bookingFates([entry({ status })], profile)).toEqual([
    { id: 'b-1', key: 'k-1', scenario: 's', exchange: 3, as: 'reseller', status, fate, ...(note && { note }) },
  ])
})

test('a reservation without an answer is to be looked up by its key', () => {
  expect(bookingFates([entry({ id: null, status: 'CANCELLED' })], profile)).toMatchObject([
    { id: null, key: 'k-1', status: null, fate: 'unknown', note: expect.stringContaining('idempotency key') },
  ])
})

test('the ledger of an earlier visit is taken up again, each booking as who made it', () => {
  const fates = bookingFates([entry({}), entry({ id: 'b-2', as: 'other', exchange: 9 })], profile)
  expect(earlierBookings(fates)).toEqual([
    entry({ cancellable: null, lastExchange: 3 }),
    entry({ id: 'b-2', as: 'other', exchange: 9, cancellable: null, lastExchange: 9 }),
  ])
})
