import type { ValueSchema } from '../contract/contractSchema.js'
import type { Json } from '../profile/profile.js'
import { describeValue } from './words.js'

/**
 * The expected state, as data. Scripts of findings, and the search for findings with one cause, go by it; a finding's
 * words are for people alone.
 */
export interface Wanted {
  /**
   * The answer: `accepted`, with what the documents say that it answers; `refused`; `client-error`, refused by a 4xx
   * status; `no-server-error`, whatever else.
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

/** What broke a clause: in words, and as data. The reports say "Expected A but received B". */
export interface Finding {
  /** The fact in one plain sentence, for people alone: nothing is read out of it. */
  readonly message: string
  /** The exchanges that the message names. */
  readonly about?: readonly number[]
  readonly expected: string
  /** The expectation, as data. */
  readonly wanted?: Wanted
  /** What was found there; bounded by the report, not here. */
  readonly received: Json
  /** Number of the exchange that shows it. */
  readonly exchange: number | null
  /** JSON Pointer into the body of that exchange's response. */
  readonly pointer: string | null
  /** What the request of that exchange was for, and the status of its answer; the report adds them. */
  readonly operation?: string
  readonly status?: number | null
  /** The field that is not as it should be, as the service calls it. */
  readonly field?: string
  /** There is nothing at the place. */
  readonly missing?: true
  /** It is about a booking that the run did not make, such as one that an earlier run left; the report adds it. */
  readonly ofOthers?: true
  /** The earlier answer's value that this one is compared with. */
  readonly before?: { readonly exchange: number; readonly value: Json }
  /** The operation that wrote at the same time, and whose outcome is there instead. */
  readonly overwrittenBy?: string
  /** A word for what it is, where a clause can be broken in several ways that mean different things. */
  readonly code?: string
  /** The operations on the booking before, in this order. */
  readonly after?: readonly string[]
  /** The exchanges that led there, in order, where one alone does not show it: the reports make a script of them. */
  readonly steps?: readonly number[]
  /** Further exchanges that show the same at the same place, in their order; the report adds them. */
  readonly also?: readonly number[]
  /**
   * Profile keys whose defaults the finding rests on. Where none of the run's answers confirms such a default and the
   * profile does not declare it, the finding cannot make the server fail.
   */
  readonly restsOn?: readonly string[]
}

/** Something worth a look, but inferred: in words with the values, and an exchange that shows it. Hostile text. */
export type Remark = Pick<Finding, 'message' | 'exchange' | 'pointer'>

/** What was expected, in words and as data: what a finding has of both. */
export interface Expected {
  readonly expected: string
  readonly wanted?: Wanted
  /** Exchanges that it names. */
  readonly about?: readonly number[]
}

/** Expectations on an answer, or on what stands at a place of it. Their words are those of the data, unless given. */
export const wants = {
  accepted: (expected: string = '2xx with the documented answer'): Expected => ({
    expected,
    wanted: { answer: 'accepted' },
  }),
  /** That it was refused; or else what might stand at the place. */
  refused: (expected: string = 'a refusal', value?: ValueSchema): Expected => ({
    expected,
    wanted: { answer: 'refused', ...(value !== undefined && { value }) },
  }),
  noServerError: (expected: string): Expected => ({ expected, wanted: { answer: 'no-server-error' } }),
  /** This value. Of nothing at all, it may be anything that says as little. */
  value: (value: Json | undefined, expected: string = describeValue(value)): Expected => ({
    expected,
    ...(value !== undefined && { wanted: { value: { const: value } } }),
  }),
  fitting: (expected: string, value: ValueSchema): Expected => ({ expected, wanted: { value } }),
  /** One of these. */
  oneOf: (values: readonly Json[], expected: string = `one of ${JSON.stringify(values)}`): Expected => ({
    expected,
    wanted: { value: { enum: values } },
  }),
  /** A number, or a text that names a time, that is no lower. */
  atLeast: (bound: Json | undefined, expected: string): Expected => ({
    expected,
    ...(typeof bound === 'number' && { wanted: { value: { minimum: bound } } }),
    ...(typeof bound === 'string' && { wanted: { value: { formatMinimum: bound } } }),
  }),
  nothing: (expected: string): Expected => ({ expected, wanted: { value: { not: {} } } }),
} as const
