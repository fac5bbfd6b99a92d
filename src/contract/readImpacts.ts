import type { Clause, Impact, Impacts } from './clause.js'

export function readImpacts({ impacts }: Impacts, clauses: readonly Clause[]): readonly Impact[] {
  return impacts.map((each) => {
    const own = clauses.flatMap(({ id, impact }) => (impact === each.id ? [id] : []))
    return { ...each, clauses: [...(each.clauses ?? []), ...own] }
  })
}
