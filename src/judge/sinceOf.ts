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

/** What changed since the run before, once a later visit has completed a run. */
export function sinceLater(since: Since, visited: Report, report: Report): Since {
  const { checks, newFailures } = compareReports(visited, report)
  const changed = new Set(checks.map(({ id }) => id))
  const stays = (id: string): boolean => !changed.has(id)
  const tested = checks.filter(({ kind }) => kind === 'became-tested').map(({ id }) => id)
  return {
    ...since,
    newFailures: [...since.newFailures.filter(stays), ...newFailures],
    mended: since.mended.filter(stays),
    unverified: since.unverified.filter(stays),
    // What was tested then and waited for its time now is as it was.
    verified: [...since.verified.filter(stays), ...tested.filter((id) => !since.unverified.includes(id))],
  }
}
