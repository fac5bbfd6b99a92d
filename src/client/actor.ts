import type { Exchange } from './exchange.js'

/** What stands for a scenario where octospec ends what was booked. */
export const cleanUpScenario = 'cleanup'

const kinds = ['booking', 'earlier', 'other'] as const
/** Recorded traffic of a booking that was made in it, of one made earlier or otherwise than octospec makes it, and all else. */
export type Recorded = (typeof kinds)[number]

/** What stands for a scenario in traffic that others made. */
export function recordedAs(kind: Recorded, number?: number): string {
  return `recorded.${kind}${number === undefined ? '' : `-${number}`}`
}

/** What recorded traffic an exchange is of; null: octospec sent it. */
export function recordedKind({ scenario }: Pick<Exchange, 'scenario'>): Recorded | null {
  return kinds.find((kind) => scenario === recordedAs(kind) || scenario.startsWith(`${recordedAs(kind)}-`)) ?? null
}
