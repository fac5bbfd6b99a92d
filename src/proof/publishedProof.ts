import type { Shown } from '../suite/referenceService.js'
import { differInKind } from './differInKind.js'
import type { Proof, ProofRow } from './proof.js'
import type { ScenarioCost } from './scenarioCosts.js'

/** What `reports/proof.json` holds: what stays the same from run to run, so that a change in it is a change of the suite. */
export interface PublishedProof {
  readonly schemaVersion: 2
  readonly headline: string
  /** Of the checks of must and derived clauses, how many are proven by two or more faults that differ in kind. */
  readonly provenTwice: { readonly checks: number; readonly twice: number }
  readonly faults: readonly {
    readonly name: string
    readonly clause: string
    readonly title: string
    /** What its finding must point into, in the service's own names: an answer to the operation, and the place in it. */
    readonly shows: readonly Shown[]
    /** Caught for the right reason, in every dialect. */
    readonly caught: boolean
    /** The checks of its clause alone do not show it, in some dialect: it needs what the scenarios of others do. */
    readonly whole?: true
    /** Checks of the broken clause that caught it, and where their finding points, in the words of the first dialect. */
    readonly by: readonly { readonly check: string; readonly operation: string | null; readonly place: string | null }[]
    /** Other checks that turned red as well, in the runs of the whole suite. */
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
  /** What each scenario asks of the service as it is, in its first dialect. */
  readonly scenarios: readonly ScenarioCost[]
  readonly checks: readonly { readonly id: string; readonly clause: string; readonly provenBy: readonly string[] }[]
}

/** The proof as it is published. Only single faults and single variants are in it. */
export function publishedProof(proof: Proof): PublishedProof {
  const rowsOf = (kind: ProofRow['kind'], name: string): readonly ProofRow[] =>
    proof.rows.filter((row) => row.kind === kind && row.names.length === 1 && row.names[0] === name)
  const faults = proof.faults.map(({ name, clause, title, shows }) => {
    const rows = rowsOf('fault', name)
    // The first dialect's come last, and so stay.
    const red = new Map(rows.toReversed().flatMap(({ by }) => by.map((each) => [each.check, each])))
    return {
      name,
      clause,
      title,
      shows,
      caught: rows.length > 0 && rows.every(({ holds }) => holds),
      ...(rows.some(({ focused }) => focused !== true) && { whole: true as const }),
      by: [...red.values()]
        .sort((a, b) => a.check.localeCompare(b.check))
        .map(({ check, operation, place }) => ({ check, operation, place })),
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
  const scenarios = proof.rows.find(({ costs }) => costs !== undefined)?.costs ?? []
  const provenTwice = { checks: mandatory(proof).length, twice: mandatory(proof).length - provenOnce(proof).length }
  return { schemaVersion: 2, headline: headlineOf(faults, variants), provenTwice, faults, variants, scenarios, checks }
}

/** The checks of must and derived clauses for which no two faults that differ in kind are caught. */
export function provenOnce(proof: Proof): readonly string[] {
  const kinds = new Map(proof.faults.map((fault) => [fault.name, fault]))
  const provenBy = new Map<string, Set<Proof['faults'][number]>>()
  for (const { kind, holds, names, by } of proof.rows) {
    const fault = kind === 'fault' && holds && names.length === 1 ? kinds.get(names[0] ?? '') : undefined
    for (const { check } of fault === undefined ? [] : by)
      if (fault !== undefined) provenBy.set(check, (provenBy.get(check) ?? new Set()).add(fault))
  }
  return mandatory(proof).filter((id) => !differInKind([...(provenBy.get(id) ?? [])]))
}

function mandatory({ checks }: Proof): readonly string[] {
  return checks.flatMap(({ id, level }) => (level === 'must' || level === 'derived' ? [id] : []))
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
