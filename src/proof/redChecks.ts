import type { CheckResult, Report } from '../judge/report.js'
import type { RedCheck } from './proof.js'

/** The checks that turned red: fail, warn or error. */
export function redChecks(report: Report): readonly RedCheck[] {
  return report.checks.flatMap((check) => {
    const { id, clause, outcome } = check
    if (outcome !== 'fail' && outcome !== 'warn' && outcome !== 'error') return []
    return [{ check: id, clause, outcome, message: messageOf(check), place: placeOf(check) }]
  })
}

function messageOf({ findings, reason }: CheckResult): string {
  return findings[0]?.message ?? reason ?? ''
}

function placeOf({ findings }: CheckResult): string | null {
  const [finding] = findings
  if (finding === undefined || finding.exchange === null || finding.pointer === null) return null
  return finding.pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')
}
