import type { Json } from '../profile/profile.js'

/** What broke a clause, as data. The reports put it into words: "Expected A but received B". */
export interface Finding {
  /** The fact in one plain sentence. */
  readonly message: string
  readonly expected: string
  /** What was found there; bounded by the report, not here. */
  readonly received: Json
  /** Number of the exchange that shows it. */
  readonly exchange: number | null
  /** JSON Pointer into the body of that exchange's response. */
  readonly pointer: string | null
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
