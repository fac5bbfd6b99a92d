import type { Answer } from './words.js'

/** Whether an answer shows a booking that is ON_HOLD. */
export function isOnHold(answer: Answer): boolean {
  return answer.accepted && answer.read('status') === 'ON_HOLD'
}
