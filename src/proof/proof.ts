import type { Verdict } from '../judge/report.js'
import type { ScenarioCost } from './scenarioCosts.js'

/** One thing to prove: a fault that must be caught or a variant that must not be failed, in one dialect. */
export interface ProofTask {
  readonly kind: 'fault' | 'variant'
  /** Null: the service as it is. */
  readonly name: string | null
  readonly dialect: string
  /** Ids of the checks to run first; all of them where these do not show the fault, or where none is given. */
  readonly only?: readonly string[]
  readonly effort?: 'smoke'
}

/** A check that turned red, and where a finding of it points: the one that shows the fault where there is one, else the first. */
export interface RedCheck {
  readonly check: string
  readonly clause: string
  readonly outcome: 'fail' | 'warn' | 'error'
  /** The finding in words; for `error`, what broke. */
  readonly message: string
  /** What the exchange that it points into was for; null: it points into none. */
  readonly operation: string | null
  /** Its pointer with the positions in arrays left out; null: it points at no place. */
  readonly place: string | null
}

/** What one run showed. */
export interface ProofRow extends Omit<ProofTask, 'only'> {
  readonly verdict: Verdict
  /** Fault: caught for the right reason. Variant: nothing turned red that it does not announce. */
  readonly holds: boolean
  readonly why?: string
  /** Fault: the checks of the broken clause that caught it, where the fault says that it shows. */
  readonly by: readonly RedCheck[]
  readonly collateral: readonly RedCheck[]
  readonly requests: number
  readonly milliseconds: number
  readonly costs?: readonly ScenarioCost[]
}

/** A row for each task. */
export interface Proof {
  readonly rows: readonly ProofRow[]
}
