import { compareReports } from './compareReports.js'
import type { Report, Since } from './report.js'

export function sinceOf(before: Report, report: Report): Since {
  const { newFailures, stillFailing, checks } = compareReports(before, report)
  const of = (kind: (typeof checks)[number]['kind']): readonly string[] =>
    checks.filter((change) => change.kind === kind).map(({ id }) => id)
  return {
    startedAt: before.startedAt,
    url: before.target.url,
    verdict: before.verdict,
    newFailures,
    stillFailing: stillFailing.length,
    mended: of('mended'),
    unverified: of('became-untested'),
    verified: of('became-tested'),
  }
}
