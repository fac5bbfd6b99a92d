import { askedForPricing, type Answer } from '../vocabulary/index.js'
import type { LastRead } from './lastRead.js'

/** What was shown last of the bookings of a run, by get, or by a write that leaves their price as it is. */
export interface LastReads {
  readonly around: (what: string, id: string | undefined, send: () => Promise<Answer>) => Promise<Answer>
  /**
   * The last get of each booking by the first account, with prices, that no write to it was sent after or beside; or that write, where it is
   * the reserve that made it, an extend or a confirm.
   */
  readonly all: () => readonly LastRead[]
}

export function openLastReads(): LastReads {
  const reads = new Map<string, Answer>()
  const writes = new Map<string, number>()
  /** When the last write was answered that may have been performed: milliseconds since the epoch. */
  const performed = new Map<string, number>()
  const wrote = (id: string): void => {
    reads.delete(id)
    writes.set(id, (writes.get(id) ?? 0) + 1)
  }
  const perform = (id: string | undefined, { refused, exchange }: Answer): void => {
    if (id !== undefined && !refused) performed.set(id, exchange.startedAt + exchange.durationMs)
  }
  const sinceWrite = (id: string, { exchange }: Answer): number =>
    exchange.startedAt - (performed.get(id) ?? Number.NEGATIVE_INFINITY)
  return {
    all: () => [...reads].map(([id, answer]) => ({ id, answer, sinceWrite: sinceWrite(id, answer) })),
    around: async (what, id, send) => {
      if (id === undefined) {
        const answer = await send()
        const [made] = what === 'reserve' && isOurs(answer) ? answer.bookings : []
        perform(made?.id, answer)
        // What answers a key for the second time may show it as it was.
        if (made?.id !== undefined && !reads.has(made.id) && !writes.has(made.id)) reads.set(made.id, answer)
        return answer
      }
      if (what !== 'get') wrote(id)
      const before = writes.get(id)
      const answer = await send()
      const isAlone = writes.get(id) === before
      // The target may have performed it at any time until now.
      if (what !== 'get') {
        wrote(id)
        perform(id, answer)
      }
      if (isOurs(answer) && isAlone && ['get', 'extend', 'confirm'].includes(what)) reads.set(id, answer)
      return answer
    },
  }
}

function isOurs({ accepted, exchange }: Answer): boolean {
  return accepted && exchange.as === 'reseller' && askedForPricing(exchange)
}
