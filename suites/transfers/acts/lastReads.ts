import { askedForPricing, type Answer } from '../vocabulary/index.js'

/** What the gets of a run showed of its bookings last. */
export interface LastReads {
  /** Sends something about a booking, and takes note of it. */
  readonly around: (what: string, id: string | undefined, send: () => Promise<Answer>) => Promise<Answer>
  /** Something else is about to be done to a booking. */
  readonly forget: (id: string | undefined) => void
  /** The last get of each booking by the first account, with prices, that no write to it was sent after or beside. */
  readonly all: () => readonly Answer[]
}

/** Remembers nothing as yet. */
export function openLastReads(): LastReads {
  const reads = new Map<string, Answer>()
  const writes = new Map<string, number>()
  const wrote = (id: string): void => {
    reads.delete(id)
    writes.set(id, (writes.get(id) ?? 0) + 1)
  }
  return {
    forget: (id) => {
      if (id !== undefined) wrote(id)
    },
    all: () => [...reads.values()],
    around: async (what, id, send) => {
      if (id === undefined) return send()
      if (what !== 'get') wrote(id)
      const before = writes.get(id)
      const answer = await send()
      const { exchange, accepted } = answer
      // The target may have performed it at any time until now.
      if (what !== 'get') wrote(id)
      else if (accepted && exchange.as === 'reseller' && askedForPricing(exchange) && writes.get(id) === before)
        reads.set(id, answer)
      return answer
    },
  }
}
