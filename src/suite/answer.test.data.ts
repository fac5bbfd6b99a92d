import type { Json } from '../profile/profile.js'
import type { TransferAnswer } from '../../suites/transfers/answer.js'
import type { TransferProfile } from '../../suites/transfers/transferProfile.js'
import { pack } from '../pack.js'
import type { Exchange } from '../wire/exchange.js'
import { testProfile } from '../wire/testTarget.test.data.js'

export const profile: TransferProfile = testProfile('http://127.0.0.1:1')

let numbers = 0

/** An exchange as a run would have recorded it. */
export function exchange(more: Partial<Exchange> = {}): Exchange {
  numbers += 1
  const { purpose = 'reserve' } = more
  const { method = 'POST' } = new Map(Object.entries(profile.operations)).get(purpose) ?? {}
  return {
    n: numbers,
    scenario: 'test',
    purpose,
    as: 'reseller',
    input: {},
    request: { method, url: 'http://127.0.0.1:1/bookings', headers: { 'octo-capabilities': 'octo/pricing' } },
    response: { status: 200, headers: {} },
    startedAt: 0,
    durationMs: 1,
    clockMinutes: 0,
    ...more,
  }
}

/** An exchange as the service of the tests means it. */
export function answerOf(recorded: Exchange, of: TransferProfile = profile): TransferAnswer {
  // The answers of this pack.
  return pack.answer(recorded, of) as TransferAnswer
}

/** An answer with this body. */
export function answer(
  json: Json,
  more: Partial<Exchange> = {},
  status = 200,
  of: TransferProfile = profile,
): TransferAnswer {
  return answerOf(exchange({ response: { status, headers: {}, json }, ...more }), of)
}

/** An answer that never came. */
export function noAnswer(kind: 'timeout' | 'connection' | 'too-large' = 'timeout'): TransferAnswer {
  return answerOf(exchange({ response: null, failure: { kind, message: kind } }))
}

export const booking: Readonly<Record<string, Json>> = {
  uuid: 'b-1',
  status: 'ON_HOLD',
  cancellable: true,
  expirationMinutes: 60,
  pricing: { retail: 1000, net: 800, includedTaxes: [], currency: 'EUR', currencyPrecision: 2 },
}
