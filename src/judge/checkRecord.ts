import type { Level } from '../contract/clause.js'
import type { Contract } from '../contract/contract.js'
import type { Check } from '../suite/check.js'
import type { Judgement } from '../suite/judgement.js'
import type { Phase } from '../evidence/evidence.js'

/** The level of the clause that a check judges. @throws Error when there is no such clause; a test keeps that from happening. */
export function levelOf(contract: Pick<Contract, 'clause'>, { id, clause }: Pick<Check, 'id' | 'clause'>): Level {
  const found = contract.clause(clause)
  if (found === undefined) throw new Error(`check ${id} cites ${clause}, which is no clause`)
  return found.level
}

interface Judged {
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
