import type { Proof } from './proof.js'

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
  const idle = checks.flatMap(({ id, clause }) =>
    proven.has(id)
      ? []
      : [`check ${id} [${clause}]: no fault turns it red for the right reason, so nothing shows that it can fail`],
  )
  return [...failed, ...idle]
}
