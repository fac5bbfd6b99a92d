import type { ValueSchema } from '../contract/contractSchema.js'

/**
 * What should have been, as data. What makes scripts of findings, or tells which of them have one cause, goes by it: the words of a finding
 * are for people alone.
 */
export interface Wanted {
  /**
   * Of the answer: `accepted`, with what the documents say that it answers; `refused`; `client-error`, refused by a status of the 4xx
   * class; `no-server-error`, whatever else.
   */
  readonly answer?: 'accepted' | 'refused' | 'client-error' | 'no-server-error'
  /** JSON Pointer to something that the answer has if it was accepted. */
  readonly has?: string
  /** What stands at the place; of an answer that should have been refused, what might stand there as well. */
  readonly value?: ValueSchema
  /** What stood at that place in an answer that the message names. */
  readonly same?: true
  /** What a header of the answer contains. */
  readonly header?: { readonly name: string; readonly contains: string }
  /** The id of a booking that the list should have. */
  readonly listed?: string
  /** What the list has here it should not have as well in this exchange's answer. */
  readonly notIn?: number
  /** The item of the list comes before the one with this place, a JSON Pointer; null: before one of another answer. */
  readonly before?: string | null
  readonly unquoted?: string
  /** Several answers show it together, and none of them alone. */
  readonly ofMany?: true
}
