import type { Answer } from '../client/answer.js'

/** When an exchange took place, in minutes of the target's time: octospec's clock and how far the target's was moved. */
export interface Moment {
  /** When the request was sent; the target acted no earlier. */
  readonly earliest: number
  /** When the answer was there; the target acted no later. */
  readonly latest: number
}

/** The moment of an answer. Only differences of moments mean anything. */
export function momentOf({ exchange }: Answer): Moment {
  const earliest = exchange.startedAt / 60_000 + exchange.clockMinutes
  return { earliest, latest: earliest + exchange.durationMs / 60_000 }
}

/**
 * The end of the hold that a booking shows, in minutes since the epoch by the target's clock; null: it shows none.
 * Only differences of ends mean anything: the target's clock need not agree with ours.
 */
export function holdEndOf(answer: Answer): number | null {
  const found = answer.read('holdEnd')
  if (typeof found === 'number') return found > 1e11 ? found / 60_000 : found / 60
  if (typeof found !== 'string') return null
  const end = Date.parse(found)
  return Number.isNaN(end) ? null : end / 60_000
}
