import { pass, untested, type Answer, type Judgement } from './words.js'

/**
 * Judges a get that was refused of what need not be found any more. Beside one that was accepted it shows that the booking is gone; a get
 * that refuses them all shows nothing.
 */
export function judgeGone(read: Answer, others: readonly (Answer | null | undefined)[]): Judgement {
  return others.some((other) => other?.accepted === true)
    ? pass
    : untested(
        `get was refused (${read.describe()}, exchange ${read.n}), and was never accepted beside it, so it does not show that the booking is gone`,
      )
}
