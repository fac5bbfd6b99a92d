import { clause, result } from './check.test.data.js'
import type { CheckResult, ClauseResult, Report } from './report.js'
import { countMust, countOutcomes, headlineOf, verdictOf } from './verdict.js'

/** A report of some checks, with all that follows from them. */
export function reportOf(
  checks: readonly (Partial<CheckResult> & { readonly id: string })[],
  more: Partial<Report> = {},
): Report {
  const results = checks.map((check) => result(check))
  const clauses: ClauseResult[] = results.map(({ id, clause: cited, level, outcome }) =>
    clause({ id: cited, level, outcome, checks: [id] }),
  )
  const waivers = more.waivers ?? []
  const { verdict, problems } = verdictOf({ checks: results, clauses, waivers, cut: null })
  const must = countMust(clauses)
  return {
    schemaVersion: 1,
    tool: { name: 'octospec', version: '0.1.0', node: '20.20.2' },
    contract: { version: '0.1.0', sha256: 'c0ffee'.padEnd(64, '0') },
    target: { url: 'http://127.0.0.1:4000/octo', environment: 'sandbox' },
    startedAt: '2026-05-01T10:00:00.000Z',
    durationMs: 2500,
    requests: 12,
    seed: 7,
    effort: 'normal',
    strict: false,
    partial: false,
    only: [],
    allowUntested: [],
    verdict,
    headline: headlineOf(
      { verdict, partial: false, effort: 'normal', checks: results, clauses, problems, requests: 12 },
      0,
    ),
    problems,
    summary: { checks: countOutcomes(results), must },
    waivers,
    profile: { file: 'profiles/sandbox.yaml' },
    checks: results,
    clauses,
    gaps: [],
    bookings: [],
    lifecycle: [],
    evidence: { file: 'exchanges.ndjson', sha256: 'beef'.padEnd(64, '0'), exchanges: 12 },
    pending: [],
    ...more,
  }
}
