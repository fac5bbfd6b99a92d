import type { DialectName } from '../../suites/transfers/reference/startReference.js'
import type { Verdict } from '../judge/report.js'

/** One thing to prove: a fault that must be caught or a variant that must not be failed, in one dialect. */
export interface ProofTask {
  readonly kind: 'fault' | 'variant'
  readonly names: readonly string[]
  readonly dialect: DialectName
  readonly seed?: number
}

/** A check that turned red, and where its first finding points. */
export interface RedCheck {
  readonly check: string
  readonly clause: string
  readonly outcome: 'fail' | 'warn' | 'error'
  /** The first finding in words; for `error`, what broke. */
  readonly message: string
  /** Pointer of the first finding with the positions in arrays left out; null: it points at no place. */
  readonly place: string | null
}

/** What one run showed. */
export interface ProofRow extends ProofTask {
  readonly verdict: Verdict
  /** Fault: caught for the right reason. Variant: nothing turned red that it does not announce. */
  readonly holds: boolean
  /** Why it does not hold. */
  readonly why?: string
  /** Fault: the checks of the broken clause that caught it. */
  readonly by: readonly RedCheck[]
  /** All else that turned red. */
  readonly collateral: readonly RedCheck[]
  /** Must clauses that could not be verified against it. */
  readonly untested: number
  readonly requests: number
  readonly milliseconds: number
}

/** All rows, and what must be true of all of them together. */
export interface Proof {
  readonly rows: readonly ProofRow[]
  readonly faults: readonly { readonly name: string; readonly clause: string; readonly title: string }[]
  readonly variants: readonly { readonly name: string; readonly title: string }[]
  readonly checks: readonly { readonly id: string; readonly clause: string; readonly title: string }[]
}
