import type { Json } from '../profile/profile.js'
import type { Wanted } from './wanted.js'

/** What broke a clause: in words, and as data. The reports say "Expected A but received B". */
export interface Finding {
  /** The fact in one plain sentence, for people alone: nothing is read out of it. */
  readonly message: string
  /** The exchanges that the message names. */
  readonly about?: readonly number[]
  readonly expected: string
  /** What was expected, as data. */
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
  /** What an earlier answer had where this one is held to it. */
  readonly before?: { readonly exchange: number; readonly value: Json }
  /** The clause that is broken, where a check of many steps cites another. */
  readonly breaks?: string
  /** The operation that wrote at the same time, and whose outcome is there instead. */
  readonly overwrittenBy?: string
  /** A word for what it is, where a clause can be broken in several ways that mean different things. */
  readonly code?: string
  /** The operations on the booking before, in this order. */
  readonly after?: readonly string[]
  /** The exchanges that led there, in their order, where one alone does not show it: the reports make a script of them. */
  readonly steps?: readonly number[]
  /** Further exchanges that show the same at the same place, in their order; the report adds them. */
  readonly also?: readonly number[]
  /**
   * Profile keys whose defaults the finding rests on. Where none of the run's answers confirms such a default and the
   * profile does not declare it, the finding cannot make the server fail.
   */
  readonly restsOn?: readonly string[]
}
