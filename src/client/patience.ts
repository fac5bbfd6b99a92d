import type { Exchange } from './exchange.js'

/** How long nothing but putting off may come, in milliseconds: most limits on requests count by the minute. */
export const longestPutOff = 180_000
/** Requests that must have been put off in a row by then. */
const fewest = 6
/** What is more than this from one answer to the next is a wait of our own, in milliseconds. */
const longestGap = 60_000

export interface Patience {
  /** Milliseconds that all requests and the waits between them took. */
  readonly spent: number
  /**
   * Takes the next exchange.
   * @param isPutOff it was not performed, or nobody knows, and it may be sent again later: 429, a gateway's answer, none; null: it says
   * nothing of that
   * @returns number of the first exchange since which nothing else has come for too long; null: there is none
   */
  take(exchange: Exchange, isPutOff: boolean | null): number | null
}

export function openPatience(): Patience {
  let before: number | null = null
  let spent = 0
  let row: { readonly since: number; length: number; lasted: number } | null = null
  return {
    get spent() {
      return spent
    },
    take({ n, startedAt, durationMs }, isPutOff) {
      const at = startedAt + durationMs
      const gap = Math.min(Math.max(0, at - (before ?? startedAt)), longestGap)
      before = Math.max(at, before ?? at)
      spent += gap
      if (row !== null) row.lasted += gap
      if (isPutOff === false) row = null
      if (isPutOff !== true) return null
      row ??= { since: n, length: 0, lasted: 0 }
      row.length += 1
      return row.length >= fewest && row.lasted >= longestPutOff ? row.since : null
    },
  }
}
