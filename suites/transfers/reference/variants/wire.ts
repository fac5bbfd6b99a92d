import { variants } from '../changes/rows.js'
import { wire } from '../changes/shown.js'
import { refusedCall, refusesWith, sends } from '../changes/wires.js'
import type { Variant } from '../variant.js'

const reads = new Set(['get', 'list', 'availability', 'transfers'])

/** Other legal ways to speak HTTP. */
export const wireVariants: readonly Variant[] = variants({
  'refusals-with-422': ['every refusal has status 422, but for credentials', refusesWith(422, refusedCall)],
  'slow-answers': [
    'every answer takes 100 ms',
    wire((base) => ({ delayMs: (exchange) => base.delayMs(exchange) + 100 })),
  ],
  'reads-unavailable-at-times': [
    'every twelfth request, where it only reads, finds a gateway with nothing behind it and 503',
    sends(
      ({ number, operation }) => number % 12 === 0 && reads.has(operation ?? ''),
      () => ({ status: 503, headers: { 'content-type': 'text/html', 'retry-after': '0' }, text: '<h1>503</h1>' }),
    ),
    { warns: ['7/refusal-not-server-error', '7/refusal-is-json'] },
  ],
  'connections-cut': [
    'every third connection is closed after its answer without a word',
    wire((base) => ({ connection: (exchange) => (exchange.number % 3 === 0 ? 'cut' : base.connection(exchange)) })),
  ],
})
