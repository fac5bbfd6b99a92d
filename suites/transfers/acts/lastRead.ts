import type { TransferAnswer as Answer } from '../answer.js'

/** What was shown last of a booking; the answer to a write may show no id of it. */
export interface LastRead {
  readonly id: string
  readonly answer: Answer
  /** How long before the read the last write to the booking was answered that was not refused, in milliseconds; Infinity: there was none. */
  readonly sinceWrite: number
}
