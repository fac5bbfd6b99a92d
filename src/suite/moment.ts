import type { Answer } from '../wire/answer.js'

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

/** The least minutes of the target's time that passed between two answers. */
export function surelyPassed(from: Answer, until: Answer): number {
  const passed = momentOf(until).earliest - momentOf(from).latest
  const moved = until.exchange.clockMinutes - from.exchange.clockMinutes
  return moved > 0 ? Math.min(moved, passed) : passed
}
