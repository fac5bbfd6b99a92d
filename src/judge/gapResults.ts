import type { Clause } from '../contract/clause.js'
import type { Judging } from './judging.js'
import type { GapResult } from './report.js'

/** How the target fills what the documents leave open: each gap with what the observations of the suites saw. */
export function gapResults(clauses: readonly Clause[], judging: Judging): readonly GapResult[] {
  const seen = new Map<string, Set<string>>()
  for (const [id, texts] of judging.observed) {
    const clause = judging.registry.observations.get(id)?.clause
    if (clause === undefined) continue
    seen.set(clause, new Set([...(seen.get(clause) ?? []), ...texts]))
  }
  return clauses
    .filter((clause) => clause.level === 'gap')
    .map((clause) => ({
      id: clause.id,
      question: clause.question ?? clause.text,
      default: clause.default ?? 'none',
      observed: seen.has(clause.id) ? inOneLine([...(seen.get(clause.id) ?? [])]) : null,
    }))
}

/** Values of one gap that are told. */
const mostTold = 20

function inOneLine(texts: readonly string[]): string {
  const more = texts.length - mostTold
  return [...texts.slice(0, mostTold), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
