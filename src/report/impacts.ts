import type { Contract } from '../contract/contract.js'
import type { Impact } from '../contract/clause.js'
import { matchesGlob } from '../judge/glob.js'

/** What it means for a business when a clause is broken; `undefined` where the documents of this service do not say. */
export function impactOf({ impacts }: Pick<Contract, 'impacts'>, clause: string): Impact | undefined {
  return impacts.find(({ clauses }) => clauses.some((pattern) => matchesGlob(pattern, clause)))
}

/** How bad it is, 0 is the worst. */
export function rankOf({ impacts }: Pick<Contract, 'impacts'>, impact: Impact | undefined): number {
  return impact === undefined ? impacts.length : impacts.indexOf(impact)
}
