import type { Answer } from '../wire/answer.js'
import type { Json } from '../profile/profile.js'
import type { Finding } from './finding.js'
import { fail, type Judgement } from './judgement.js'

/** What a finding says besides what the answer shows by itself. */
export interface FindingText extends Omit<
  Finding,
  'received' | 'exchange' | 'pointer' | 'operation' | 'status' | 'also'
> {
  /** Where it is not what stands at the place. */
  readonly received?: Json
}

/**
 * A finding at a place of an answer: what stands there was received.
 * @param pointer JSON Pointer into what the answer is; '' or null: the answer as a whole, as it always is of one that was not accepted
 */
export function findingAt<Field extends string>(
  answer: Answer<Field>,
  pointer: string | null,
  said: FindingText,
): Finding {
  const whole = !pointer || (answer.outcome !== 'accepted' && said.received === undefined)
  return {
    received: whole ? answer.describe() : (answer.at(pointer) ?? null),
    ...said,
    exchange: whole ? answer.n : (answer.shownBy ?? answer).n,
    pointer: whole ? '' : pointer,
  }
}

/** Fails by that one finding. */
export function failAt<Field extends string>(
  answer: Answer<Field>,
  pointer: string | null,
  said: FindingText,
): Judgement {
  return fail(findingAt(answer, pointer, said))
}
