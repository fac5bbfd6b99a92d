import type { Answer } from '../client/answer.js'
import type { Remark } from './check.js'

/**
 * A remark on one place of an answer.
 * @param pointer as `findingAt` takes it
 * @param message with the values: whoever reads it judges by them
 */
export function remarkAt<Field extends string>(answer: Answer<Field>, pointer: string, message: string): Remark {
  return { message, exchange: answer.n, pointer: answer.inBody(pointer) }
}
