import type { ReferenceOptions } from '../../src/reference/startReference.js'
import type { Outcome } from '../../src/run/report.js'

/** What some checks say of the reference service with some faults or variants: a mutant of the suites that changes it is caught. */
export interface Expectation {
  readonly title: string
  readonly on: Pick<ReferenceOptions, 'faults' | 'variants'>
  /** Ids of the checks or clauses that are run. */
  readonly only: readonly string[]
  /** By check id; other checks of the run may say what they like. */
  readonly said: Readonly<Record<string, Said>>
}

/** What the proof holds up of a check, too: its outcome, and where its first finding points. The words are free. */
export interface Said {
  readonly outcome: Outcome
  readonly place: string | null
}
