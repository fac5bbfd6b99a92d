import { expect, test } from 'vitest'
import type { Json } from '../profile/profile.js'
import { pack } from '../pack.js'
import type { Answer } from './answer.js'
import type { Exchange } from './exchange.js'
import { Ledger } from './ledger.js'
import { markerOf } from './marker.js'
import { testProfile } from './testTarget.test.data.js'

function answer(n: number, purpose: Exchange['purpose'], json: Json | null, status = 200, key = 'k'): Answer {
  const exchange: Exchange = {
    n,
    scenario: 's',
    purpose,
    as: 'reseller',
    input: { idempotencyKey: key },
    request: { method: 'POST', url: 'https://api.example/', headers: {} },
    response: json === null ? null : { status, headers: {}, json },
    startedAt: 0,
    durationMs: 0,
    clockMinutes: 0,
  }
  return pack.answer(exchange, testProfile('https://api.example'))
}

const booking = (status: string): Json => ({ uuid: 'b', status, cancellable: true })

test('a reservation without an answer is unknown until its key is answered', () => {
  const books = new Ledger(pack)
  books.note(answer(1, 'reserve', null))
  expect(books.entries()).toMatchObject([{ id: null, key: 'k', status: 'unknown', exchange: 1 }])
  books.note(answer(2, 'reserve', booking('ON_HOLD')))
  expect(books.entries()).toMatchObject([{ id: 'b', key: 'k', status: 'ON_HOLD', exchange: 2 }])
  books.note(answer(3, 'reserve', null))
  expect(books.size).toBe(1)
})

test('of two requests with one key that are under way, the refusal of one leaves open what the other makes', () => {
  const books = new Ledger(pack)
  for (const n of [1, 2]) books.note(answer(n, 'reserve', null))
  books.note(answer(1, 'reserve', { error: 'LIMIT' }, 429))
  expect(books.entries()).toMatchObject([{ id: null, key: 'k', status: 'unknown', exchange: 2 }])
  books.note(answer(2, 'reserve', { error: 'NO' }, 400))
  expect(books.size).toBe(0)
})

test('the answer to the later request knows the status', () => {
  const books = new Ledger(pack)
  books.note(answer(1, 'reserve', booking('ON_HOLD')))
  books.note(answer(3, 'cancel', booking('CANCELLED')))
  books.note(answer(2, 'get', booking('ON_HOLD')))
  expect(books.entries()).toMatchObject([{ status: 'CANCELLED', lastExchange: 3, exchange: 1 }])
})

test('a refusal makes no entry and changes none, but a booking under 2xx counts even with an error beside it', () => {
  const books = new Ledger(pack)
  books.note(answer(1, 'reserve', { error: 'NO' }, 400))
  books.note(answer(2, 'reserve', { error: 'LIMIT' }, 429))
  books.note(answer(3, 'get', booking('ON_HOLD')))
  expect(books.size).toBe(0)
  books.note(answer(4, 'reserve', { uuid: 'b', status: 'ON_HOLD', error: 'odd' }))
  books.note(answer(5, 'extend', booking('EXPIRED'), 409))
  expect(books.entries()).toMatchObject([{ id: 'b', status: 'ON_HOLD' }])
})

test('a key that was sent may be the id of a booking of ours', () => {
  const books = new Ledger(pack)
  books.expect('k')
  expect([books.isOwn('k', 'reseller'), books.isOwn('x', 'reseller')]).toEqual([true, false])
})

test('a counted id is another booking in the other account', () => {
  const books = new Ledger(pack)
  books.note(answer(1, 'reserve', { uuid: 17, status: 'ON_HOLD', cancellable: true }))
  const theirs = answer(2, 'get', { uuid: 17, status: 'CANCELLED', cancellable: false })
  books.note(pack.answer({ ...theirs.exchange, as: 'other' }, theirs.profile))
  expect(books.entries()).toMatchObject([{ id: '17', status: 'ON_HOLD', mayEnd: true }])
  expect([books.isOwn('17', 'reseller'), books.isOwn('17', 'other')]).toEqual([true, false])
})

test('a reservation that is about to be sent counts until it is refused, and then no more', () => {
  const books = new Ledger(pack)
  const intent = (n: number): Answer =>
    pack.answer({ ...answer(n, 'reserve', null).exchange }, testProfile('https://a'))
  books.note(intent(1))
  expect(books.entries()).toMatchObject([{ id: null, key: 'k', exchange: 1 }])
  books.note(answer(1, 'reserve', { error: 'NO' }, 400))
  expect(books.size).toBe(0)
  books.note(answer(2, 'reserve', null))
  books.note(intent(3))
  books.note(answer(3, 'reserve', { error: 'USED' }, 409))
  expect(books.entries()).toMatchObject([{ id: null, key: 'k', exchange: 2 }])
  expect([books.has('k', 'reseller'), books.has('other', 'reseller')]).toEqual([true, false])
})

test('what a gateway answers to a reservation does not tell whether there is a booking', () => {
  const books = new Ledger(pack)
  books.note(answer(1, 'reserve', { message: 'bad gateway' }, 502))
  expect(books.entries()).toMatchObject([{ id: null, key: 'k', unread: null }])
})

test('a reservation that is accepted without a readable id counts, with the members that were there', () => {
  const books = new Ledger(pack)
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}`.padStart(3, 'm').repeat(30), 1]))
  books.note(answer(1, 'reserve', { bookingId: 'b', status: 'ON_HOLD', cancellable: true, expirationMinutes: 30 }))
  expect(books.entries()).toMatchObject([
    {
      id: null,
      key: 'k',
      status: 'ON_HOLD',
      endsAt: 30 * 60_000,
      unread: ['bookingId', 'status', 'cancellable', 'expirationMinutes'],
    },
  ])
  expect(books.unread).toMatchObject({ exchange: 1 })
  books.note(answer(2, 'reserve', { status: 'ON_HOLD', cancellable: true, ...many }, 201, 'k2'))
  expect(books.size).toBe(2)
  expect(books.entries()[1]?.unread).toHaveLength(12)
  expect(books.entries()[1]?.unread?.every((name) => name.length <= 40)).toBe(true)
  books.note(answer(3, 'reserve', { error: 'NO' }, 200, 'k3'))
  expect(books.size).toBe(2)
  // A page or the like that somebody put there: there may be a booking, and the profile is not to blame.
  books.note(answer(4, 'reserve', { hello: 'world' }, 200, 'k4'))
  expect(books.entries()[2]).toMatchObject({ key: 'k4', status: 'unknown', unread: null })
})

test('the last cancel by who made the booking is kept, with what was said', () => {
  const books = new Ledger(pack)
  books.note(answer(1, 'reserve', booking('ON_HOLD')))
  const cancel = (n: number, as: Exchange['as'], status: number): Answer => {
    const { exchange, profile } = answer(n, 'cancel', { error: 'NO' }, status)
    return pack.answer({ ...exchange, as, bookingId: 'b' }, profile)
  }
  books.note(cancel(2, 'nobody', 401))
  expect(books.entries()).toMatchObject([{ ending: null }])
  books.note(cancel(4, 'reseller', 409))
  books.note(cancel(3, 'reseller', 404))
  expect(books.entries()).toMatchObject([{ ending: { exchange: 4, outcome: 'refused', said: 'HTTP 409 NO' } }])
})

test('a hold ends when the booking says, or else when its minutes are over by the clock of the target', () => {
  const books = new Ledger(pack)
  books.note(answer(1, 'reserve', { ...Object(booking('ON_HOLD')), expirationMinutes: 20 }))
  expect(books.entries()).toMatchObject([{ endsAt: 20 * 60_000 }])
  books.note(answer(2, 'get', { ...Object(booking('ON_HOLD')), expirationMinutes: 90 }))
  expect(books.entries()).toMatchObject([{ endsAt: 20 * 60_000 }])
  books.note(answer(3, 'get', { ...Object(booking('ON_HOLD')), utcExpiresAt: '1970-01-01T01:00:00Z' }))
  expect(books.entries()).toMatchObject([{ endsAt: 60 * 60_000 }])
})

test('the same key in another account is another booking', () => {
  const books = new Ledger(pack)
  books.note(answer(1, 'reserve', booking('ON_HOLD')))
  const lost = answer(2, 'reserve', null)
  books.note(pack.answer({ ...lost.exchange, as: 'other' }, lost.profile))
  expect(books.entries()).toMatchObject([
    { id: 'b', key: 'k', as: 'reseller' },
    { id: null, key: 'k', as: 'other' },
  ])
  expect([books.has('k', 'other'), books.has('k', 'nobody')]).toEqual([true, false])
})

test('a booking whose reservation was never answered is known by our key as its id, and by our marker, to who made it', () => {
  const notes = markerOf('nonce', 's', 'notes')
  const sent = (n: number, input: Exchange['input']): Answer => {
    const { exchange, profile } = answer(n, 'reserve', null)
    return pack.answer({ ...exchange, input }, profile)
  }
  const shown = (n: number, items: readonly Json[], as: Exchange['as'] = 'reseller'): Answer => {
    const { exchange, profile } = answer(n, 'list', [...items])
    return pack.answer({ ...exchange, as }, profile)
  }
  const books = new Ledger(pack)
  books.note(sent(1, { idempotencyKey: 'key-1' }))
  books.note(sent(2, { notes }))
  books.note(sent(3, { idempotencyKey: 'key-3', notes: 'a text that anybody may have written' }))
  const items = [
    { uuid: 'key-1', status: 'ON_HOLD' },
    { uuid: 'b2', status: 'ON_HOLD', notes: `Agent: ${notes.toUpperCase()}` },
    { uuid: 'b3', status: 'ON_HOLD', notes: 'a text that anybody may have written' },
  ]
  books.note(shown(4, items, 'other'))
  expect(books.entries().map(({ id }) => id)).toEqual([null, null, null])
  books.note(shown(5, items))
  expect(books.entries()).toMatchObject([
    { id: 'key-1', key: 'key-1', exchange: 1, status: 'ON_HOLD' },
    { id: 'b2', key: null, exchange: 2, status: 'ON_HOLD' },
    { id: null, key: 'key-3', exchange: 3 },
  ])
})
