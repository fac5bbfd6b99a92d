import { timeOf } from './timeOf.js'
import type { Answer } from './words.js'

/**
 * The end of the hold that a booking shows, in minutes since the epoch by the target's clock; null: it shows none.
 * Only differences of ends mean anything: the target's clock need not agree with ours.
 */
export function holdEndOf(answer: Answer): number | null {
  return timeOf(answer.read('holdEnd')) ?? null
}
