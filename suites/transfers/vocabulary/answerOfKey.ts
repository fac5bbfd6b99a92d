import { describeValue, type Answer } from './words.js'

/** How a key was answered once its booking was over, to be recorded; null: nobody knows. */
export function answerOfKey(made: Answer | null | undefined, replayed: Answer | null | undefined): string | null {
  if (made?.accepted !== true || !replayed || replayed.outcome === 'none') return null
  if (replayed.refused) return `refused: ${replayed.describe()}`
  return replayed.read('id') === made.read('id')
    ? `the booking that it made, ${describeValue(replayed.read('status'))}`
    : 'a new booking'
}
