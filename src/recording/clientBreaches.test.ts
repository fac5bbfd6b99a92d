import { expect, test } from 'vitest'
import { referenceProfile } from '../proof/runOnReference.js'
import { pack } from '../pack.js'
import type { Exchange } from '../wire/exchange.js'
import type { Json } from '../profile/profile.js'
import { clientBreaches, type ShownBooking } from './clientBreaches.js'

const profile = await referenceProfile('default', 'http://127.0.0.1:1')

function asked(purpose: string, input: Readonly<Record<string, Json>>, more: Partial<Exchange> = {}): Exchange {
  return {
    n: 7,
    scenario: 'recorded.other',
    purpose,
    as: 'reseller',
    input,
    request: { method: 'POST', url: 'http://127.0.0.1:1/x', headers: {} },
    response: null,
    startedAt: 0,
    durationMs: 0,
    clockMinutes: 0,
    ...more,
  }
}

const reserve = {
  availabilityId: 'a',
  expirationMinutes: 60,
  optionId: 'o',
  productId: 'p',
  idempotencyKey: '0b5e7a52-5e0f-4a3b-9d57-0b7a4b7c2a11',
}

test.each([
  ['reserve', reserve, []],
  ['reserve', { ...reserve, expirationMinutes: 201 }, ['body:/expirationMinutes']],
  ['reserve', { ...reserve, expirationMinutes: '60' }, ['body:/expirationMinutes']],
  ['reserve', { ...reserve, idempotencyKey: 'mine', notes: 3 }, ['body:/notes', 'body:/uuid']],
  [
    'reserve',
    { productId: 'p', optionId: 'o', expirationMinutes: 20, idempotencyKey: reserve.idempotencyKey },
    ['body:/availabilityId'],
  ],
  ['extend', {}, ['body:/expirationMinutes']],
  ['confirm', { emailReceipt: 'yes' }, ['body:/emailReceipt']],
  ['cancel', { reason: 'rain' }, []],
  // What the availability check is asked with, the documents do not show.
  ['availability', { productId: 3 }, []],
  ['list', { page: 'x' }, []],
  ['clock', { minutes: -1 }, []],
] as const)('%s with %j departs from the contract at %j', (purpose, input, places) => {
  const found = clientBreaches(asked(purpose, input), null, profile, pack)
  const named = found.map(({ place }) => place ?? 'nowhere')
  expect(named.toSorted((a, b) => a.localeCompare(b))).toEqual([...places])
  for (const { clause } of found) expect(pack.contract.clause(clause)?.level).not.toBe('gap')
})

test('a field whose name is a guess of ours is not held against a client', () => {
  const lean = { ...profile, declared: new Set<string>() }
  expect(clientBreaches(asked('reserve', { ...reserve, idempotencyKey: 'mine' }), null, lean, pack)).toEqual([])
  const without = { ...reserve, idempotencyKey: undefined } as unknown as Readonly<Record<string, Json>>
  expect(clientBreaches(asked('reserve', without), null, lean, pack)).toEqual([])
})

const shown = (status: string, mayEnd: boolean): ShownBooking => ({ n: 3, status, mayEnd })

test.each([
  ['extend', shown('ON_HOLD', true), null],
  ['extend', shown('CONFIRMED', true), '7/extend-confirmed-refused'],
  ['cancel', shown('CONFIRMED', true), null],
  ['cancel', shown('CONFIRMED', false), '7/cancel-not-cancellable-refused'],
  ['update', shown('ON_HOLD', false), '7/update-not-cancellable-refused'],
  // To confirm, or to cancel, once more may be answered with the booking as it is.
  ['confirm', shown('CONFIRMED', false), null],
  ['confirm', shown('CANCELLED', false), '3/confirm-cancelled-refused'],
  ['get', shown('CANCELLED', false), null],
] as const)('%s of a booking that was shown as %j breaks %s', (purpose, before, clause) => {
  const input = purpose === 'extend' ? { expirationMinutes: 30 } : {}
  const found = clientBreaches(asked(purpose, input, { bookingId: 'b' }), before, profile, pack)
  expect(found.map((breach) => breach.clause)).toEqual(clause === null ? [] : [clause])
})

test('a body that is no JSON is a breach of the client', () => {
  const request = { method: 'POST', url: 'http://127.0.0.1:1/x', headers: {}, body: '{' }
  expect(clientBreaches(asked('reserve', {}, { request }), null, profile, pack)).toEqual([
    { clause: '4.2/reserve-accepted', message: 'the body is no JSON', place: 'body:' },
  ])
})
