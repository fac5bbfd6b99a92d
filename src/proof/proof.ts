import type { Verdict } from '../judge/report.js'
import type { ScenarioCost } from './scenarioCosts.js'

/** One thing to prove: a fault that must be caught or a variant that must not be failed, in one dialect. */
export interface ProofTask {
  readonly kind: 'fault' | 'variant'
  readonly names: readonly string[]
  readonly dialect: string
  readonly seed?: number
  /**
   * Run for a fault only the checks that cite its clause; where they do not show it, all of them. Says nothing of what else
   * would turn red.
   */
  readonly focused?: true
  /** Of faults that are on together: each of them has to be caught, for its own reason, and not just any one. */
  readonly each?: true
  /** With how much effort; low unless given. */
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
export interface ProofRow extends ProofTask {
  readonly verdict: Verdict
  /** Fault: caught for the right reason. Variant: nothing turned red that it does not announce. */
  readonly holds: boolean
  /** Why it does not hold. */
  readonly why?: string
  /** Fault: the checks of the broken clause that caught it, where the fault says that it shows. */
  readonly by: readonly RedCheck[]
  /** All else that turned red. */
  readonly collateral: readonly RedCheck[]
  /** Must clauses that could not be verified against it. */
  readonly untested: number
  readonly requests: number
  readonly milliseconds: number
  /** Of faults that were on together: what was shown of each. */
  readonly parts?: readonly ProofRow[]
  /** Of those, the names of the ones that only a run by itself could judge. */
  readonly alone?: readonly string[]
  /** Of faults or variants that were on together: what broke their run, for which they were run apart. */
  readonly crash?: string
  /** Of the bare service: what each scenario asked of it. */
  readonly costs?: readonly ScenarioCost[]
}

/** All rows, and what must be true of all of them together. */
export interface Proof {
  /** One for each fault, also where it was on with others. */
  readonly rows: readonly ProofRow[]
  readonly faults: readonly {
    readonly name: string
    readonly clause: string
    readonly title: string
  }[]
  readonly variants: readonly { readonly name: string; readonly title: string }[]
  readonly checks: readonly {
    readonly id: string
    readonly clause: string
    readonly title: string
  }[]
}
