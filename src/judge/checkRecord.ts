import type { Judgement } from '../suite/judgement.js'
import type { Phase } from '../evidence/evidence.js'

export interface Judged {
  readonly trial: number | null
  readonly phase: Phase
  readonly judgement: Judgement
}

export interface CheckRecord {
  readonly judged: Judged[]
  /** Judgements that were not kept one by one: passes, mostly. */
  passes: number
  failures: number
  crash?: string
}
