import type { Answer } from './words.js'

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
