import type { Clause } from '../contract/clause.js'
import type { Judging } from './judging.js'
import type { GapResult } from './report.js'

/** How the target fills what the documents leave open: each gap with what the observations of the suites saw. */
export function gapResults(clauses: readonly Clause[], judging: Judging): readonly GapResult[] {
  const { registry, observed, remarks } = judging
  const observations = [...registry.observations.values()]
  return clauses
    .filter((clause) => clause.level === 'gap')
    .map((clause) => {
      const own = observations.filter((each) => each.clause === clause.id)
      const texts = [...new Set(own.flatMap(({ id }) => [...(observed.get(id) ?? [])]))]
      return {
        id: clause.id,
        question: clause.question ?? clause.text,
        default: clause.default ?? 'none',
        observed: texts.length > 0 ? inOneLine(texts) : null,
        ...(own.some(({ worth }) => worth) && { worth: own.flatMap(({ id }) => remarks.get(id) ?? []) }),
      }
    })
}

/** Values of one gap that are told. */
const mostTold = 20

function inOneLine(texts: readonly string[]): string {
  const more = texts.length - mostTold
  return [...texts.slice(0, mostTold), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
