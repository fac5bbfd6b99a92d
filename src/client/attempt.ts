import type { Answer } from './answer.js'
import type { WireResult } from './transport.js'

/** A request that was sent once. */
export interface Attempt {
  readonly answer: Answer
  readonly result: WireResult
  /** Its token has ended, and it is to be sent again with another one: it was not performed. */
  readonly renews: boolean
}
