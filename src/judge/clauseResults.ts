import type { Clause } from '../contract/clause.js'
import type { CheckResult, ClauseResult, Outcome } from './report.js'

/** The worst first; what is not applicable says nothing beside another outcome. */
const order: readonly Outcome[] = ['error', 'fail', 'warn', 'untested', 'pass', 'not-applicable']

/** The outcome of every clause from those of its checks: verified only if each of them passed. */
export function clauseResults(clauses: readonly Clause[], checks: readonly CheckResult[]): readonly ClauseResult[] {
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
