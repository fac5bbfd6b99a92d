import type { Json, Profile } from '../profile/profile.js'
import { Answer } from '../client/answer.js'
import type { Exchange } from '../client/exchange.js'
import { testProfile } from '../client/testTarget.test.data.js'

export const profile: Profile = testProfile('http://127.0.0.1:1')

let numbers = 0

/** An exchange as a run would have recorded it. */
export function exchange(more: Partial<Exchange> = {}): Exchange {
  numbers += 1
  return {
    n: numbers,
    scenario: 'test',
    purpose: 'reserve',
    as: 'reseller',
    input: {},
    request: { method: 'POST', url: 'http://127.0.0.1:1/bookings', headers: { 'octo-capabilities': 'octo/pricing' } },
    response: { status: 200, headers: {} },
    startedAt: 0,
    durationMs: 1,
    clockMinutes: 0,
    ...more,
  }
}

/** An answer with this body. */
export function answer(json: Json, more: Partial<Exchange> = {}, status = 200, of: Profile = profile): Answer {
  return new Answer(exchange({ response: { status, headers: {}, json }, ...more }), of)
}

/** An answer that never came. */
export function noAnswer(kind: 'timeout' | 'connection' = 'timeout'): Answer {
  return new Answer(exchange({ response: null, failure: { kind, message: kind } }), profile)
}

export const booking: Readonly<Record<string, Json>> = {
  uuid: 'b-1',
  status: 'ON_HOLD',
  cancellable: true,
  expirationMinutes: 60,
  pricing: { retail: 1000, net: 800, includedTaxes: [], currency: 'EUR', currencyPrecision: 2 },
}
