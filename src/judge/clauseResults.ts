import type { Clause } from '../contract/clause.js'
import type { CheckResult, ClauseResult, Outcome } from './report.js'

/** The worst first; what is not applicable says nothing beside another outcome. */
const order: readonly Outcome[] = ['error', 'fail', 'warn', 'untested', 'pass', 'not-applicable']

/** The outcome of every clause from those of its checks. */
export function clauseResults(clauses: readonly Clause[], checks: readonly CheckResult[]): readonly ClauseResult[] {
  const results = ownResults(clauses, checks)
  const others = new Map(clauses.flatMap(({ id, verifiedBy }) => (verifiedBy === undefined ? [] : [[id, verifiedBy]])))
  return results.map((result) => {
    const by = checks.filter(({ clause }) => clause === others.get(result.id))
    const seen = by.filter(({ outcome }) => outcome === 'pass')
    // What was looked at and could not be told is not told by another.
    const own = checks.filter(({ id }) => result.checks.includes(id))
    const isTold = [...own, ...by].every(
      ({ outcome, judged }) =>
        outcome === 'pass' || outcome === 'not-applicable' || (outcome === 'untested' && judged === 0),
    )
    if (result.outcome !== 'untested' || seen.length === 0 || !isTold) return result
    const { reason: _, ...rest } = result
    return { ...rest, outcome: 'pass', checks: [...result.checks, ...seen.map(({ id }) => id)] }
  })
}

function ownResults(clauses: readonly Clause[], checks: readonly CheckResult[]): readonly ClauseResult[] {
  return clauses
    .filter((clause) => clause.level !== 'gap')
    .map((clause) => {
      const own = checks.filter((check) => check.clause === clause.id)
      const base = {
        id: clause.id,
        section: clause.section,
        level: clause.level,
        text: clause.text,
        checks: own.map(({ id }) => id),
      }
      if (own.length === 0)
        return clause.observable === false
          ? { ...base, outcome: 'unobservable', ...(clause.reason !== undefined && { reason: clause.reason }) }
          : { ...base, outcome: 'not-selected' }
      const worst = order.find((outcome) => own.some((check) => check.outcome === outcome)) ?? 'untested'
      const reason = own.find((check) => check.outcome === worst)?.reason
      return { ...base, outcome: worst, ...(reason !== undefined && { reason }) }
    })
}
