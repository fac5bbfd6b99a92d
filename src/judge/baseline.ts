import { compareReports } from './compareReports.js'
import type { Report } from './report.js'
import { verdictOf } from './verdict.js'

/** A run held against an earlier one that is taken for granted. */
export interface Gate {
  readonly known: readonly string[]
  /** Checks whose failure the baseline does not have. */
  readonly fresh: readonly string[]
  /** Must clauses that are untested in this run alone, and that `--allow-untested` does not name. */
  readonly freshUntested: readonly string[]
  /** Decides the exit code: the verdict without what the baseline has already. */
  readonly verdict: Report['verdict']
}

/** Gates a run on what is new since the baseline: the verdict of the report itself stays as it is. */
export function gateOn(baseline: Report, report: Report): Gate {
  const { newFailures: fresh, stillFailing: known } = compareReports(baseline, report)
  const before = new Map(baseline.checks.map((check) => [check.id, check]))
  // What fails or is open in the baseline is left out, as if somebody had signed for it.
  const checks = report.checks.filter(
    ({ id, outcome }) => !known.includes(id) && !(outcome === 'untested' && before.get(id)?.outcome === 'untested'),
  )
  const open = new Set(
    checks.filter(({ outcome, allowed }) => outcome === 'untested' && allowed !== true).map(({ id }) => id),
  )
  const freshUntested = report.clauses
    .filter(
      ({ level, outcome, checks: own }) => level === 'must' && outcome === 'untested' && own.some((id) => open.has(id)),
    )
    .map(({ id }) => id)
  const { verdict } = verdictOf({ checks, clauses: report.clauses, waivers: report.waivers, cut: null })
  return { known, fresh, freshUntested, verdict: report.verdict === 'aborted' ? 'aborted' : verdict }
}

/** New failures that the line names. */
const mostNames = 8

export function gateLine({ known, fresh, freshUntested, verdict }: Gate): string {
  const failures = (count: number): string => `${count} ${count === 1 ? 'failure' : 'failures'}`
  const more = fresh.length > mostNames ? ` and ${fresh.length - mostNames} more` : ''
  const open =
    freshUntested.length > 0
      ? `; ${freshUntested.length} must ${freshUntested.length === 1 ? 'clause' : 'clauses'} newly untested`
      : ''
  const named = fresh.length > 0 ? ` (${fresh.slice(0, mostNames).join(', ')}${more})` : ''
  return `baseline: ${failures(known.length)} in the baseline, ${fresh.length} new${named}${open}: ends as ${verdict}`
}
