import type { Variant } from '../variant.js'
import type { WireAnswer, WireExchange } from '../wire.js'

/** Other legal ways to speak HTTP. */
export const wireVariants: readonly Variant[] = [
  {
    name: 'refusals-with-422',
    title: 'every refusal has status 422, but for credentials',
    wire: (base) => ({
      refusalStatus: (status, exchange) => {
        const usual = base.refusalStatus(status, exchange)
        return usual >= 400 && usual < 500 && usual !== 401 && usual !== 429 ? 422 : usual
      },
    }),
  },
  {
    name: 'slow-answers',
    title: 'every answer takes 100 ms',
    wire: (base) => ({ delayMs: (exchange) => base.delayMs(exchange) + 100 }),
  },
  {
    name: 'reads-unavailable-at-times',
    title: 'every twelfth request, where it only reads, finds a gateway with nothing behind it and 503',
    wire: (base) => ({
      finish: (answer, exchange) =>
        exchange.number % 12 === 0 && isRead(exchange) ? unavailable : base.finish(answer, exchange),
    }),
  },
  {
    name: 'writes-unavailable-at-times',
    title:
      'every fifteenth request, where it writes, finds a gateway with nothing behind it and 503, and is not performed',
    wire: (base) => ({
      retryAfterSeconds: (exchange) => (isTurnedAway(exchange) ? 0 : base.retryAfterSeconds(exchange)),
      finish: (answer, exchange) => (isTurnedAway(exchange) ? unavailable : base.finish(answer, exchange)),
    }),
  },
  {
    name: 'connections-cut',
    title: 'every third connection is closed after its answer without a word',
    wire: (base) => ({ connection: (exchange) => (exchange.number % 3 === 0 ? 'cut' : base.connection(exchange)) }),
  },
]

const unavailable: WireAnswer = {
  status: 503,
  headers: { 'content-type': 'text/html', 'retry-after': '0' },
  text: '<h1>503</h1>',
}

function isTurnedAway(exchange: WireExchange): boolean {
  return exchange.number % 15 === 0 && exchange.operation !== null && !isRead(exchange)
}

function isRead({ operation }: WireExchange): boolean {
  return operation === 'get' || operation === 'list' || operation === 'availability' || operation === 'transfers'
}
