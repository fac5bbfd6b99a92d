import { expect, test } from 'vitest'
import type { Json } from '../profile/profile.js'
import { Answer } from './answer.js'
import type { Exchange } from './exchange.js'
import { ledger } from './ledger.js'
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
  return new Answer(exchange, testProfile('https://api.example'))
}

const booking = (status: string): Json => ({ uuid: 'b', status, cancellable: true })

test('a reservation without an answer is unknown until its key is answered', () => {
  const books = ledger()
  books.note(answer(1, 'reserve', null))
  expect(books.entries()).toMatchObject([{ id: null, key: 'k', status: 'unknown', exchange: 1 }])
  books.note(answer(2, 'reserve', booking('ON_HOLD')))
  expect(books.entries()).toMatchObject([{ id: 'b', key: 'k', status: 'ON_HOLD', exchange: 2 }])
  books.note(answer(3, 'reserve', null))
  expect(books.size).toBe(1)
})

test('the answer to the later request knows the status', () => {
  const books = ledger()
  books.note(answer(1, 'reserve', booking('ON_HOLD')))
  books.note(answer(3, 'cancel', booking('CANCELLED')))
  books.note(answer(2, 'get', booking('ON_HOLD')))
  expect(books.entries()).toMatchObject([{ status: 'CANCELLED', lastExchange: 3, exchange: 1 }])
})

test('a refusal makes no entry and changes none, but a booking under 2xx counts even with an error beside it', () => {
  const books = ledger()
  books.note(answer(1, 'reserve', { error: 'NO' }, 400))
  books.note(answer(2, 'reserve', { error: 'LIMIT' }, 429))
  books.note(answer(3, 'get', booking('ON_HOLD')))
  expect(books.size).toBe(0)
  books.note(answer(4, 'reserve', { uuid: 'b', status: 'ON_HOLD', error: 'odd' }))
  books.note(answer(5, 'extend', booking('EXPIRED'), 409))
  expect(books.entries()).toMatchObject([{ id: 'b', status: 'ON_HOLD' }])
})

test('a key that was sent may be the id of a booking of ours', () => {
  const books = ledger()
  books.expect('k')
  expect([books.isOwn('k', 'reseller'), books.isOwn('x', 'reseller')]).toEqual([true, false])
})

test('a counted id is another booking in the other account', () => {
  const books = ledger()
  books.note(answer(1, 'reserve', { uuid: 17, status: 'ON_HOLD', cancellable: true }))
  const theirs = answer(2, 'get', { uuid: 17, status: 'CANCELLED', cancellable: false })
  books.note(new Answer({ ...theirs.exchange, as: 'other' }, theirs.profile))
  expect(books.entries()).toMatchObject([{ id: '17', status: 'ON_HOLD', cancellable: true }])
  expect([books.isOwn('17', 'reseller'), books.isOwn('17', 'other')]).toEqual([true, false])
})
