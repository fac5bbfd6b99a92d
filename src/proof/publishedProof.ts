import type { Proof, ProofRow, RedCheck } from './proof.js'
import type { ScenarioCost } from './scenarioCosts.js'

/** What a whole proof comes to: the badge, the totals and the ranking of the scenarios are made from it. */
export interface PublishedProof {
  readonly headline: string
  readonly faults: readonly {
    readonly name: string
    readonly clause: string
    /** Caught for the right reason, in every dialect. */
    readonly caught: boolean
    /** Checks of the broken clause that caught it, and where their finding points, in the words of the first dialect. */
    readonly by: readonly Pick<RedCheck, 'check' | 'operation' | 'place'>[]
  }[]
  readonly variants: readonly {
    readonly name: string
    /** Nothing turned red, in any dialect. */
    readonly unharmed: boolean
  }[]
  /** What each scenario asks of the service as it is, in its first dialect. */
  readonly scenarios: readonly ScenarioCost[]
  readonly checks: readonly { readonly id: string; readonly clause: string; readonly proven: boolean }[]
}

/** What a proof comes to. Only single faults and single variants are in it. */
export function publishedProof(proof: Proof): PublishedProof {
  const rowsOf = (kind: ProofRow['kind'], name: string): readonly ProofRow[] =>
    proof.rows.filter((row) => row.kind === kind && row.names.length === 1 && row.names[0] === name)
  const faults = proof.faults.map(({ name, clause }) => {
    const rows = rowsOf('fault', name)
    // The first dialect's come last, and so stay.
    const red = new Map(rows.toReversed().flatMap(({ by }) => by.map((each) => [each.check, each])))
    return { name, clause, caught: rows.length > 0 && rows.every(({ holds }) => holds), by: [...red.values()] }
  })
  const variants = proof.variants.map(({ name }) => {
    const rows = rowsOf('variant', name)
    return { name, unharmed: rows.length > 0 && rows.every(({ holds }) => holds) }
  })
  const provers = new Set(faults.flatMap(({ caught, by }) => (caught ? by.map(({ check }) => check) : [])))
  const checks = proof.checks.map(({ id, clause }) => ({ id, clause, proven: provers.has(id) }))
  const scenarios = proof.rows.find(({ costs }) => costs !== undefined)?.costs ?? []
  const right = faults.filter(({ caught }) => caught).length
  const alarms = variants.filter(({ unharmed }) => !unharmed).length
  const headline = `${faults.length} faults, ${right} caught for the right reason; ${variants.length} legal variants, ${alarms} false alarms`
  return { headline, faults, variants, scenarios, checks }
}
