import type { Clause, Level } from '../contract/clause.js'
import type { Registry } from '../suite/registry.js'

export interface ClauseCoverage {
  readonly id: string
  readonly level: Level
  readonly checks: readonly string[]
  readonly observations: readonly string[]
  /** Why no client can observe it; null: one can. */
  readonly reason: string | null
}

export function clauseCoverage(clause: Clause, registry: Registry): ClauseCoverage {
  const citing = (all: Iterable<{ readonly id: string; readonly clause: string }>): string[] =>
    [...all].filter((each) => each.clause === clause.id).map(({ id }) => id)
  return {
    id: clause.id,
    level: clause.level,
    checks: citing(registry.checks.values()),
    observations: citing(registry.observations.values()),
    reason: clause.observable === false ? (clause.reason ?? 'no client can observe it') : null,
  }
}

/** True for a clause that a client can observe and that nothing judges. Of a gap nothing is judged. */
export function isBare({ level, checks, reason }: ClauseCoverage): boolean {
  return level !== 'gap' && checks.length === 0 && reason === null
}
