import { holdEndOf, type Answer } from '../vocabulary/index.js'

/** How the minutes of extend count: added to the hold that there was, or anew (from now or from the reserve). */
export type Counting = 'added' | 'anew' | 'unknown'

/**
 * Reads off an accepted extend by `minutes` what a target adds them to. Both ways are legal (3/extend-counted-from), and a
 * target that adds may refuse what would make the hold longer than 200 minutes in all.
 */
export function countingOf(before: Answer, extended: Answer, minutes: number): Counting {
  const former = before.read('expirationMinutes')
  const shown = extended.read('expirationMinutes')
  if (typeof former === 'number' && shown === former + minutes) return 'added'
  const formerEnd = holdEndOf(before)
  const end = holdEndOf(extended)
  if (formerEnd === null || end === null) return 'unknown'
  return Math.abs(end - formerEnd - minutes) < 1 ? 'added' : 'anew'
}
