import { isoOf } from '../contract/instant.js'
import { toolVersion } from '../contract/specFile.js'
import type { Contract } from '../contract/contract.js'
import { shownAddress } from '../profile/credentials.js'
import { clauseResults } from './clauseResults.js'
import { defaultSeed } from './makePlan.js'
import type { Report } from './report.js'
import { countMust, countOutcomes, headlineOf } from './verdict.js'

/** The report of a run that could not be planned. @param startedAt milliseconds since the epoch */
export function unstartedReport(
  why: string,
  contract: Contract,
  { target, startedAt, evidence }: { target: string | undefined; startedAt: number; evidence: Report['evidence'] },
): Report {
  const clauses = clauseResults(contract.clauses, [])
  const must = countMust(clauses)
  const problems = [why]
  return {
    schemaVersion: 1,
    tool: { name: 'octospec', version: toolVersion(), node: process.versions.node },
    contract: contract.identity,
    target: { url: target === undefined ? 'not known' : shownAddress(target), environment: 'sandbox' },
    startedAt: isoOf(startedAt),
    durationMs: 0,
    requests: 0,
    seed: defaultSeed,
    effort: 'normal',
    strict: false,
    partial: false,
    only: [],
    allowUntested: [],
    verdict: 'aborted',
    headline: headlineOf(
      { verdict: 'aborted', partial: false, effort: 'normal', checks: [], clauses, problems, requests: 0 },
      0,
    ),
    problems,
    summary: { checks: countOutcomes([]), must },
    waivers: [],
    profile: {},
    checks: [],
    clauses,
    gaps: [],
    bookings: [],
    lifecycle: [],
    evidence,
    pending: [],
  }
}
