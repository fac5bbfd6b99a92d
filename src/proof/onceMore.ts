import { pack } from '../pack.js'
import { clausesOf } from './clausesOf.js'
import type { Proof, ProofTask } from './proof.js'

/**
 * The faults, each by itself, that may prove those checks that a proof in groups leaves unproven: another of its group may have kept a fault
 * from turning red all checks of its clause, where it turned one.
 */
export function onceMore(proof: Proof): readonly ProofTask[] {
  const shown = new Set(proof.rows.flatMap(({ kind, by }) => (kind === 'fault' ? by : [])).map(({ check }) => check))
  const doubtful = new Set(proof.checks.flatMap(({ id, clause }) => (shown.has(id) ? [] : [clause])))
  return proof.rows.flatMap(({ kind, names, dialect }) => {
    const clauses = kind === 'fault' ? names.map(pack.reference.fault).flatMap(clausesOf) : []
    return clauses.some((clause) => doubtful.has(clause)) ? [{ kind, names, dialect, focused: true as const }] : []
  })
}
