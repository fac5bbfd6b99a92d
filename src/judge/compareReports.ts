import type { CheckResult, ClauseResult, Report, Since } from './report.js'
import { counts, verdictOf } from './verdict.js'

/** What became of a check or clause from one report to the next. */
export type ChangeKind =
  | 'broke'
  | 'broken-in-others'
  | 'mended'
  | 'appeared'
  | 'vanished'
  | 'became-untested'
  | 'became-tested'
  | 'waived'
  | 'unwaived'
  | 'other'

/** One check or clause that is not as it was. */
export interface Change {
  readonly id: string
  readonly kind: ChangeKind
  /** Outcome before and after; null: it was not in that report. */
  readonly before: string | null
  readonly after: string | null
  /** True: a failure that counts against the target now, and did not before. */
  readonly newFailure: boolean
}

/** How one report differs from an earlier one. */
export interface Comparison {
  readonly checks: readonly Change[]
  readonly clauses: readonly Change[]
  /** Ids of checks whose failure counts now and did not before. */
  readonly newFailures: readonly string[]
  readonly stillFailing: readonly string[]
}

/**
 * Compares a report with an earlier one. A new failure is a check that fails, unwaived, and earlier passed, was not
 * there, was untested, or was waived. A failure only of bookings that the later run did not make is not new: the
 * earlier run may have left or overlooked them.
 */
export function compareReports(before: Report, after: Report): Comparison {
  const earlier = new Map(before.checks.map((check) => [check.id, check]))
  const later = new Map(after.checks.map((check) => [check.id, check]))
  const failsIn = (check: CheckResult | undefined): boolean => check !== undefined && counts(check)
  const isNew = (was: CheckResult | undefined, is: CheckResult | undefined): boolean =>
    failsIn(is) && !failsIn(was) && !(kindOf(was, is) === 'broke' && is !== undefined && isOfOthers(is))
  const isOfOthersAlone = ({ checks }: ClauseItem): boolean => {
    const broken = checks.flatMap((id) => later.get(id) ?? []).filter(({ outcome }) => isBroken(outcome))
    return broken.length > 0 && broken.every(isOfOthers)
  }
  return {
    checks: changes(earlier, later, isNew, isOfOthers),
    clauses: changes(byId(before.clauses), byId(after.clauses), () => false, isOfOthersAlone),
    newFailures: after.checks.filter((check) => isNew(earlier.get(check.id), check)).map(({ id }) => id),
    stillFailing: after.checks.filter((check) => failsIn(check) && failsIn(earlier.get(check.id))).map(({ id }) => id),
  }
}

function isOfOthers({ findings }: CheckResult): boolean {
  return findings.length > 0 && findings.every(({ ofOthers }) => ofOthers === true)
}

function isBroken(outcome: Item['outcome']): boolean {
  return outcome === 'fail' || outcome === 'warn'
}

type Item = Pick<CheckResult, 'id' | 'waived'> & { readonly outcome: ClauseResult['outcome'] }

function changes<Thing extends Item>(
  before: ReadonlyMap<string, Thing>,
  after: ReadonlyMap<string, Thing>,
  isNewFailure: (was: Thing | undefined, is: Thing | undefined) => boolean,
  isOfOthers: (is: Thing) => boolean,
): readonly Change[] {
  const ids = [...after.keys(), ...[...before.keys()].filter((id) => !after.has(id))]
  return ids.flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)]
    const found = kindOf(was, is)
    if (found === null) return []
    const kind = found === 'broke' && is !== undefined && isOfOthers(is) ? 'broken-in-others' : found
    return [{ id, kind, before: outcomeOf(was), after: outcomeOf(is), newFailure: isNewFailure(was, is) }]
  })
}

function kindOf(was: Item | undefined, is: Item | undefined): ChangeKind | null {
  if (was === undefined || was.outcome === 'not-selected') {
    return is === undefined || is.outcome === 'not-selected' ? null : 'appeared'
  }
  if (is === undefined || is.outcome === 'not-selected') return 'vanished'
  if (is.outcome !== was.outcome) {
    if (is.outcome === 'fail') return 'broke'
    if (is.outcome === 'untested') return 'became-untested'
    if (was.outcome === 'untested' && is.outcome === 'pass') return 'became-tested'
    if (is.outcome === 'warn') return was.outcome === 'fail' ? 'mended' : 'broke'
    if (is.outcome === 'pass' && (was.outcome === 'fail' || was.outcome === 'warn')) return 'mended'
    return 'other'
  }
  if (was.waived === undefined && is.waived !== undefined) return 'waived'
  return was.waived !== undefined && is.waived === undefined ? 'unwaived' : null
}

function outcomeOf(item: Item | undefined): string | null {
  if (item === undefined) return null
  return item.waived === undefined ? item.outcome : `${item.outcome}, waived`
}

type ClauseItem = Item & Pick<ClauseResult, 'checks'>

function byId(clauses: readonly ClauseResult[]): ReadonlyMap<string, ClauseItem> {
  return new Map(clauses.map(({ id, outcome, checks }) => [id, { id, outcome, checks }]))
}

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
    // A check that was tested before, waited at the visit, and is tested now has not changed.
    verified: [...since.verified.filter(stays), ...tested.filter((id) => !since.unverified.includes(id))],
  }
}

/** A run compared with an earlier one that is taken for granted. */
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
  // Failed and open checks of the baseline are left out, as if somebody had signed for them.
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
