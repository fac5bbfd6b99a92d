import type { Variant } from '../change.js'
import { variants } from '../changes/rows.js'
import { rules, wire } from '../changes/shown.js'
import { readsAsNothing, refusedCall, refusedFor, refusesWith, sends, sendsHeaders } from '../changes/wires.js'
import type { WireAnswer, WireExchange } from '../wire.js'

const always = (): boolean => true

/** Other legal ways to refuse: the documents show neither status codes nor bodies. */
export const robustnessVariants: readonly Variant[] = variants({
  'refusals-with-403': ['every refusal has status 403, but for credentials', refusesWith(403, refusedCall)],
  'refusals-with-404': ['every refusal has status 404, but for credentials', refusesWith(404, refusedCall)],
  'refusals-with-409': ['every refusal has status 409, but for credentials', refusesWith(409, refusedCall)],
  'refusals-empty': [
    'a refusal has no body',
    sends(
      ({ reply }) => reply?.kind === 'refused' && reply.code !== 'TOO_MANY_REQUESTS' && reply.code !== 'INTERNAL',
      ({ status, headers }) => ({ status, headers, text: '' }),
    ),
    { warns: ['7/refusal-is-json'] },
  ],
  'unknown-booking-is-nothing': [
    'get of a booking that the account does not have is answered with null under 200',
    sends(
      (exchange) => exchange.operation === 'get' && refusedFor('UNKNOWN_BOOKING')(exchange),
      ({ headers }) => ({ status: 200, headers, body: null }),
    ),
  ],
  'errors-under-200': [
    'a refusal has status 200 and an error member, which the profile may say',
    refusesWith(200, refusedCall),
    { warns: ['7/refusal-is-client-error'] },
  ],
  'success-told-by-a-flag': [
    'a booking and a refusal have status 200, a message and a flag, which is false in a refusal',
    sends(
      (exchange) => exchange.reply?.kind === 'booking' || refusedCall(exchange),
      (answer, { reply }) => ({
        ...answer,
        status: 200,
        body:
          reply?.kind === 'refused'
            ? { success: false, message: reply.message }
            : { success: true, message: 'done', data: answer.body ?? null },
      }),
    ),
    {
      profile: { booking: { at: '/data' }, refusal: { body: null, success: '/success' } },
      warns: ['7/refusal-is-client-error'],
    },
  ],
  'json-of-its-own-kind': [
    'Content-Type is application/vnd.supplier.v2+json and names a character set',
    sendsHeaders(always, () => ({ 'content-type': 'application/vnd.supplier.v2+json; charset=utf-8' })),
  ],
  'odd-input-understood': [
    'a page that is a word counts as the first, an unknown sort field as none, and a currency in lower case as the same in upper case',
    rules((base) => ({
      accepts: (field, value, ctx) => field === 'page' || field === 'sortField' || base.accepts(field, value, ctx),
      page: (sorted, page, size, ctx) => base.page(sorted, Number.isNaN(page) ? 1 : page, size, ctx),
      acceptsCurrency: (value, ctx) => base.acceptsCurrency(inUpperCase(value), ctx),
      currency: (asked, option, ctx) => base.currency(inUpperCase(asked), option, ctx),
    })),
  ],
  'any-content-type-read': [
    'a body of another content type is not read, and the request is judged without it',
    readsAsNothing('not sent as JSON'),
  ],
})

function inUpperCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toUpperCase() : value
}

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
