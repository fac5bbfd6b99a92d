import type { Proof } from './proof.js'
import { provenOnce } from './publishedProof.js'

/** What keeps the proof from holding, one sentence each; none: it holds. */
export function unproven(proof: Proof): readonly string[] {
  const { rows, checks } = proof
  const failed = rows
    .filter(({ holds }) => !holds)
    .map(
      ({ kind, names, dialect, why }) =>
        `${kind} ${names.join(' + ') || 'none'} (${dialect}): ${why ?? 'does not hold'}`,
    )
  const proven = new Set(
    rows.filter(({ kind, holds }) => kind === 'fault' && holds).flatMap(({ by }) => by.map(({ check }) => check)),
  )
  const once = new Set(provenOnce(proof))
  const idle = checks.flatMap(({ id, clause }) => {
    if (!proven.has(id))
      return [`check ${id} [${clause}]: no fault turns it red for the right reason, so nothing shows that it can fail`]
    return once.has(id)
      ? [
          `check ${id} [${clause}]: no two faults that differ in kind turn it red, and a clause can be broken in two ways`,
        ]
      : []
  })
  return [...failed, ...idle]
}
