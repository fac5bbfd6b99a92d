import type { Answer } from '../vocabulary/index.js'

/** Whether a refusal speaks of a currency: what to do about it is another matter then than room. */
export function aboutCurrency(answer: Answer): boolean {
  return answer.refused && /currenc/i.test(answer.describe())
}
