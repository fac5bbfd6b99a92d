import type { Level } from '../contract/clause.js'
import type { ClauseResult } from './report.js'

type JudgedLevel = Exclude<Level, 'gap'>

/** Levels that are judged, the strictest first. */
const judgedLevels: readonly JudgedLevel[] = ['must', 'derived', 'convention']

export interface Standing {
  readonly level: JudgedLevel
  readonly verified: number
  readonly broken: number
  readonly unverified: number
  readonly notApplicable: number
}

/** Counts clauses by level. Those that no client can observe, or that were left out, are in no count. */
export function standingOf(clauses: readonly ClauseResult[]): readonly Standing[] {
  return judgedLevels.map((level) => {
    const own = clauses.filter((clause) => clause.level === level)
    const count = (...outcomes: readonly ClauseResult['outcome'][]): number =>
      own.filter(({ outcome }) => outcomes.includes(outcome)).length
    const warned = count('warn')
    return {
      level,
      verified: count('pass') + (level === 'convention' ? 0 : warned),
      broken: count('fail') + (level === 'convention' ? warned : 0),
      unverified: count('untested', 'error'),
      notApplicable: count('not-applicable'),
    }
  })
}

/** `1 must clause, 4 derived clauses and 2 conventions`; without any of them nothing. */
export function levelsInWords(
  standings: readonly Standing[],
  what: Exclude<keyof Standing, 'level'>,
): string | undefined {
  const parts = standings.flatMap((standing) =>
    standing[what] === 0 ? [] : [`${standing[what]} ${nameOf(standing.level, standing[what])}`],
  )
  const last = parts.pop()
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last ?? ''}`
}

function nameOf(level: Standing['level'], count: number): string {
  const one = level === 'convention' ? level : `${level} clause`
  return count === 1 ? one : `${one}s`
}
