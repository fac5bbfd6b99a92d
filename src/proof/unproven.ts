import type { ProofRow } from './proof.js'

/** What keeps the proof of all faults from holding, one sentence each; none: it holds. */
export function unproven(rows: readonly ProofRow[], checks: Iterable<string>): string[] {
  const proven = new Set(rows.flatMap(({ holds, by }) => (holds ? by.map(({ check }) => check) : [])))
  const idle = [...checks].filter((id) => !proven.has(id))
  return [
    ...broken(rows),
    ...idle.map((id) => `check ${id}: no fault turns it red for the right reason, so nothing shows that it can fail`),
  ]
}

export function broken(rows: readonly ProofRow[]): string[] {
  return rows.flatMap(({ kind, name, dialect, holds, why }) =>
    holds ? [] : [`${kind} ${name ?? 'none'} (${dialect}): ${why ?? 'does not hold'}`],
  )
}
