import type { Answer } from '../wire/answer.js'
import type { Remark } from './check.js'

/** A remark on one place of an answer, with its values in the message. */
export function remarkAt<Field extends string>(answer: Answer<Field>, pointer: string, message: string): Remark {
  return { message, exchange: answer.n, pointer: answer.inBody(pointer) }
}
