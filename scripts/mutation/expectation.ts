import type { ReferenceOptions } from '../../suites/transfers/reference/startReference.js'
import type { Outcome } from '../../src/judge/report.js'

/** What some checks say of the reference service with some faults or variants: a mutant of the suites that changes it is caught. */
export interface Expectation {
  readonly title: string
  readonly on: Pick<ReferenceOptions, 'faults' | 'variants'>
  /** Ids of the checks or clauses that are run. */
  readonly only: readonly string[]
  /** What else the run says is free. */
  readonly said: Said
}

export interface Said {
  /** By check id. */
  readonly checks: Readonly<Record<string, CheckSaid>>
  /** By clause id of a gap: what the observations saw, in words, sorted. */
  readonly gaps: Readonly<Record<string, readonly string[]>>
}

/** What the proof holds up of a check, too: its outcome, and where its first finding points. The words are free. */
export interface CheckSaid {
  readonly outcome: Outcome
  readonly place: string | null
}
