import type { ReferenceFault } from '../suite/referenceService.js'

/** The clauses by which a fault may be caught: the one that it breaks, and those that show it as well. */
export function clausesOf({ clause, seenAs = [] }: Pick<ReferenceFault, 'clause' | 'seenAs'>): readonly string[] {
  return [clause, ...seenAs]
}
