import type { CheckResult, ClauseResult } from './report.js'

/** A check's result, passed unless said otherwise. */
export function result(more: Partial<CheckResult> = {}): CheckResult {
  return {
    id: 'reserve.x',
    title: 'x',
    clause: '4.2/x',
    level: 'must',
    outcome: 'pass',
    scenario: 'reserve',
    findings: [],
    judged: 1,
    ...more,
  }
}

export function clause(more: Partial<ClauseResult> = {}): ClauseResult {
  return { id: '4.2/x', section: '4.2', level: 'must', text: 'x', outcome: 'pass', checks: ['reserve.x'], ...more }
}
