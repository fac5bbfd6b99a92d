import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { specFile } from './specFile.js'

/** What breaking a clause means: `must` and `derived` fail, `convention` warns, `gap` is only recorded. */
export type Level = 'must' | 'derived' | 'convention' | 'gap'

/** An operation that the documents call optional. */
export type OptionalOperation = 'extend' | 'update' | 'cancel'

/** One normative statement of the documents, in our own words. */
export interface Clause {
  /** `2.4/original-not-below-retail`: section and name. Public and stable. */
  readonly id: string
  /** The section of the documents that speaks, `2.4`. */
  readonly section: string
  /** Other sections that say the same. */
  readonly also?: readonly string[]
  readonly level: Level
  readonly text: string
  /** The condition under which the clause applies, in words. */
  readonly when?: string
  /** Level `derived`: how it follows, naming the clauses or sections it follows from. */
  readonly derivation?: string
  /** Where a convention, or the default of a gap, comes from. */
  readonly source?: string
  /** The operation without which the clause is not applicable. */
  readonly optional?: OptionalOperation
  /** `false` where no client can observe the clause; `reason` says why. */
  readonly observable?: false
  readonly reason?: string
  /** Level `gap`: what the documents leave open. */
  readonly question?: string
  /** Level `gap`: what the default profile assumes. */
  readonly default?: string
}

let clauses: readonly Clause[] | undefined
let byId: ReadonlyMap<string, Clause> | undefined

/** Every clause, in the order of the documents. Read once a process. */
export function loadClauses(): readonly Clause[] {
  // The parser's result has no static type; a test holds our own file to this one.
  clauses ??= (parse(readFileSync(specFile('transfers/clauses.yaml'), 'utf8')) as { clauses: Clause[] }).clauses
  return clauses
}

/** The clause of this id, or `undefined` where there is none. */
export function clauseById(id: string): Clause | undefined {
  byId ??= new Map(loadClauses().map((clause) => [clause.id, clause]))
  return byId.get(id)
}
