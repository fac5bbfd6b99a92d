import { variants } from '../changes/rows.js'
import { wire } from '../changes/shown.js'
import { refusedCall, refusesWith, sends } from '../changes/wires.js'
import type { Variant } from '../variant.js'
import type { WireAnswer, WireExchange } from '../wire.js'

const reads = new Set(['get', 'list', 'availability', 'transfers'])

const unavailable: WireAnswer = {
  status: 503,
  headers: { 'content-type': 'text/html', 'retry-after': '0' },
  text: '<h1>503</h1>',
}

/** Other legal ways to speak HTTP. */
export const wireVariants: readonly Variant[] = variants({
  'refusals-with-422': ['every refusal has status 422, but for credentials', refusesWith(422, refusedCall)],
  'bookings-in-an-envelope': [
    'a booking alone comes in an envelope, with what it costs to read beside it',
    sends(
      ({ reply }) => reply?.kind === 'booking',
      (answer) => ({ ...answer, body: { meta: { cost: 1 }, data: answer.body ?? null } }),
    ),
    { profile: { booking: { at: '/data' } } },
  ],
  'transfers-in-an-envelope': [
    'a transfer comes in an envelope, with a word beside it that all is well',
    sends(
      ({ reply }) => reply?.kind === 'transfer',
      (answer) => ({ ...answer, body: { outcome: 'OK', load: answer.body ?? null } }),
    ),
    { profile: { operations: { transfers: { at: '/load' } } } },
  ],
  'slow-answers': [
    'every answer takes 100 ms',
    wire((base) => ({ delayMs: (exchange) => base.delayMs(exchange) + 100 })),
  ],
  'reads-unavailable-at-times': [
    'every twelfth request, where it only reads, finds a gateway with nothing behind it and 503',
    sends(
      ({ number, operation }) => number % 12 === 0 && reads.has(operation ?? ''),
      () => unavailable,
    ),
  ],
  'writes-put-off-by-a-gateway': [
    'every fourth request that writes finds a gateway that answers 503 with Retry-After, and is not performed',
    wire((base) => ({
      retryAfterSeconds: (exchange) => {
        const { operation, state, number } = exchange
        if (!isWrite(operation) || state.count('writes-put-off-by-a-gateway') % 4 !== 0)
          return base.retryAfterSeconds(exchange)
        state.memory.set(`turned away ${number}`, true)
        return 0
      },
      finish: (answer, exchange) =>
        base.finish(exchange.state.memory.has(`turned away ${exchange.number}`) ? unavailable : answer, exchange),
    })),
  ],
  'writes-put-off-though-done': [
    'every fourth request that writes is performed, and a gateway answers 503 with Retry-After in its place',
    sends(
      ({ operation, state }) => isWrite(operation) && state.count('writes-put-off-though-done') % 4 === 0,
      () => unavailable,
    ),
  ],
  'get-leads-elsewhere': [
    'get of a booking leads elsewhere, to where the profile does not ask',
    wire((base) => ({
      finish: (answer, exchange) =>
        exchange.operation === 'get' && answer.status === 200
          ? base.finish({ status: 307, headers: { location: '?seen=1' }, text: '' }, exchange)
          : base.finish(answer, exchange),
    })),
    { warns: ['7/refusal-is-client-error', '7/refusal-is-json'] },
  ],
  'connections-cut': [
    'every third connection is closed after its answer without a word',
    wire((base) => ({ connection: (exchange) => (exchange.number % 3 === 0 ? 'cut' : base.connection(exchange)) })),
  ],
})

function isWrite(operation: WireExchange['operation']): boolean {
  return operation !== null && !reads.has(operation)
}
