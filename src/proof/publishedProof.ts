import type { Proof, ProofRow } from './proof.js'

/** What `reports/proof.json` holds: what stays the same from run to run, so that a change in it is a change of the suite. */
export interface PublishedProof {
  readonly schemaVersion: 1
  readonly headline: string
  readonly faults: readonly {
    readonly name: string
    readonly clause: string
    readonly title: string
    /** Caught for the right reason, in every dialect. */
    readonly caught: boolean
    /** Checks of the broken clause that caught it, and the place where the first finding of each points. */
    readonly by: readonly { readonly check: string; readonly place: string | null }[]
    /** Checks of other clauses that turned red as well. */
    readonly collateral: readonly string[]
  }[]
  readonly variants: readonly {
    readonly name: string
    readonly title: string
    /** Nothing turned red, in any dialect. */
    readonly unharmed: boolean
    /** Conventions that it does not follow, and of which the suite warns. */
    readonly warns: readonly string[]
  }[]
  readonly checks: readonly { readonly id: string; readonly clause: string; readonly provenBy: readonly string[] }[]
}

/** The proof as it is published. Only single faults and single variants are in it. */
export function publishedProof(proof: Proof): PublishedProof {
  const rowsOf = (kind: ProofRow['kind'], name: string): readonly ProofRow[] =>
    proof.rows.filter((row) => row.kind === kind && row.names.length === 1 && row.names[0] === name)
  const faults = proof.faults.map(({ name, clause, title }) => {
    const rows = rowsOf('fault', name)
    const places = new Map(rows.flatMap(({ by }) => by.map(({ check, place }) => [check, place])))
    return {
      name,
      clause,
      title,
      caught: rows.length > 0 && rows.every(({ holds }) => holds),
      by: [...places].sort(([a], [b]) => a.localeCompare(b)).map(([check, place]) => ({ check, place })),
      collateral: unique(rows.flatMap(({ collateral }) => collateral.map(({ check }) => check))),
    }
  })
  const variants = proof.variants.map(({ name, title }) => {
    const rows = rowsOf('variant', name)
    const warned = rows.flatMap(({ collateral }) =>
      collateral.flatMap(({ outcome, clause }) => (outcome === 'warn' ? [clause] : [])),
    )
    return { name, title, unharmed: rows.length > 0 && rows.every(({ holds }) => holds), warns: unique(warned) }
  })
  const checks = proof.checks.map(({ id, clause }) => ({
    id,
    clause,
    provenBy: faults.filter(({ caught, by }) => caught && by.some(({ check }) => check === id)).map(({ name }) => name),
  }))
  return { schemaVersion: 1, headline: headlineOf(faults, variants), faults, variants, checks }
}

function headlineOf(faults: PublishedProof['faults'], variants: PublishedProof['variants']): string {
  const seen = faults.filter(({ by, collateral }) => by.length + collateral.length > 0).length
  const right = faults.filter(({ caught }) => caught).length
  const alarms = variants.filter(({ unharmed }) => !unharmed).length
  return `${faults.length} faults, ${seen} caught, ${right} for the right reason; ${variants.length} legal variants, ${alarms} false alarms`
}

function unique(items: readonly string[]): readonly string[] {
  return [...new Set(items)].sort((a, b) => a.localeCompare(b))
}
