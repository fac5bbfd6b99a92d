import { expect, test } from 'vitest'
import type { Exchange } from '../wire/exchange.js'
import { booking, exchange, profile } from '../suite/answer.test.data.js'
import { pack } from '../pack.js'
import { UncertainWrites } from './doubt.js'

const lost: Partial<Exchange> = { response: null, failure: { kind: 'connection', message: 'reset' } }
const get = (bookingId: string, more: Partial<Exchange> = {}): Exchange =>
  exchange({ purpose: 'get', bookingId, startedAt: 10, ...more })

/** The writes that may be behind what a later exchange shows, after these. */
function after(...exchanges: readonly Exchange[]): (shown: Exchange | null, of?: typeof profile) => number | undefined {
  const uncertain = new UncertainWrites(pack)
  for (const each of exchanges) uncertain.see(pack.answer(each, profile))
  return (shown, of = profile) => uncertain.behind('test', shown, of)?.n
}

test('a write without an answer, or with a gateway’s, may be behind what is read of its booking then', () => {
  const confirm = exchange({ purpose: 'confirm', bookingId: 'b', ...lost })
  const behind = after(confirm)
  expect(behind(get('b'))).toBe(confirm.n)
  expect(behind(exchange({ purpose: 'list' }))).toBe(confirm.n)
  expect(behind(null)).toBe(confirm.n)
  expect(behind(get('other'))).toBeUndefined()
  const extend = exchange({ purpose: 'extend', bookingId: 'b', response: { status: 504, headers: {} } })
  expect(after(extend)(get('b'))).toBe(extend.n)
})

test('what was read before it is not its doing, what was under way meanwhile may be', () => {
  const before = get('b', { startedAt: 0, durationMs: 5 })
  const later = exchange({ purpose: 'confirm', bookingId: 'b', ...lost, startedAt: 20 })
  const meanwhile = exchange({ purpose: 'confirm', bookingId: 'b', ...lost, startedAt: 3 })
  expect(after(later)(before)).toBeUndefined()
  expect(after(meanwhile)(before)).toBe(meanwhile.n)
})

test('a booking that nobody knows the id of may be behind anything that its scenario shows, and no other', () => {
  const reserve = exchange({ ...lost })
  expect(after(reserve)(exchange({ purpose: 'list' }))).toBe(reserve.n)
  expect(after(reserve)(get('b'))).toBe(reserve.n)
  expect(after(reserve)(exchange({ purpose: 'list', scenario: 'elsewhere' }))).toBeUndefined()
})

test('where the key of a reservation is answered after all, it is not behind what that booking shows', () => {
  const input = { idempotencyKey: 'k' }
  const lostOnce = exchange({ ...lost, input })
  const answered = exchange({ input, startedAt: 5, response: { status: 200, headers: {}, json: booking } })
  const behind = after(lostOnce, answered)
  expect(behind(answered)).toBeUndefined()
  expect(behind(get('b'))).toBeUndefined()
  // There may be a second booking all the same: a key may not be where the profile says.
  expect(behind(exchange({ purpose: 'list', startedAt: 10 }))).toBe(lostOnce.n)
  expect(behind(exchange({ input: { idempotencyKey: 'another' }, startedAt: 10 }))).toBe(lostOnce.n)
  expect(after(lostOnce, exchange({ ...answered, as: 'other' }))(get('b'))).toBe(lostOnce.n)
  const refusal = exchange({ input, startedAt: 5, response: { status: 409, headers: {} } })
  expect(after(lostOnce, refusal)(refusal)).toBe(lostOnce.n)
})

test('where an availability takes one booking only, it may be held for another scenario, too', () => {
  const reserve = exchange({ ...lost, scenario: 'elsewhere' })
  const exclusive = { ...profile, availability: { exclusive: true } }
  expect(after(reserve)(exchange(), exclusive)).toBe(reserve.n)
  expect(after(reserve)(exchange())).toBeUndefined()
})

test('a test clock that was moved or not may be behind everything', () => {
  const clock = exchange({ purpose: 'clock', scenario: 'elsewhere', ...lost })
  expect(after(clock)(get('b'))).toBe(clock.n)
})

test('reads, 429, refusals, 2xx that says nothing and what strangers did are behind nothing', () => {
  const none = [
    get('b', { ...lost }),
    exchange({ purpose: 'confirm', bookingId: 'b', response: { status: 429, headers: {} } }),
    exchange({ purpose: 'confirm', bookingId: 'b', response: { status: 400, headers: {} } }),
    exchange({ purpose: 'cancel', bookingId: 'b', response: { status: 204, headers: {} } }),
    exchange({ purpose: 'cancel', bookingId: 'b', as: 'nobody', ...lost }),
  ]
  expect(after(...none)(get('b'))).toBeUndefined()
})
