import type { Variant } from '../variant.js'

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
    name: 'connections-cut',
    title: 'every third connection is closed after its answer without a word',
    wire: (base) => ({ connection: (exchange) => (exchange.number % 3 === 0 ? 'cut' : base.connection(exchange)) }),
  },
]
