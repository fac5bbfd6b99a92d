import type { Clause, Impact, Impacts } from './clause.js'

/** What it means when clauses are broken, with those that name one themselves. */
export function readImpacts({ impacts }: Impacts, clauses: readonly Clause[]): readonly Impact[] {
  return impacts.map((each) => {
    const own = clauses.flatMap(({ id, impact }) => (impact === each.id ? [id] : []))
    return { ...each, clauses: [...(each.clauses ?? []), ...own] }
  })
}
