import type { CheckResult, ClauseResult, Counts, Outcome, Report, Verdict } from './report.js'

/** How many checks ended in each outcome. */
export function countOutcomes(checks: readonly CheckResult[]): Counts {
  const count = (outcome: Outcome): number => checks.filter((check) => check.outcome === outcome).length
  return {
    pass: count('pass'),
    fail: count('fail'),
    warn: count('warn'),
    untested: count('untested'),
    'not-applicable': count('not-applicable'),
    error: count('error'),
  }
}

/** How the must clauses fared; those that no client can observe, or that `--only` left out, are not in the total. */
export function countMust(clauses: readonly ClauseResult[]): Report['summary']['must'] {
  const must = clauses.filter((clause) => clause.level === 'must')
  const count = (...outcomes: readonly ClauseResult['outcome'][]): number =>
    must.filter((clause) => outcomes.includes(clause.outcome)).length
  const unobservable = count('unobservable')
  return {
    total: must.length - unobservable - count('not-selected'),
    verified: count('pass', 'warn'),
    broken: count('fail'),
    untested: count('untested', 'error'),
    notApplicable: count('not-applicable'),
    unobservable,
  }
}

/** Everything that the verdict depends on. */
export interface VerdictInput {
  readonly checks: readonly CheckResult[]
  readonly clauses: readonly ClauseResult[]
  readonly waivers: Report['waivers']
  /** Why the run was cut short; null: it was not. */
  readonly cut: string | null
}

/** A failure that counts against the target: one that no waiver covers. */
export function counts(check: CheckResult): boolean {
  return check.outcome === 'fail' && check.waived === undefined
}

/** The verdict, and what a person must know about how it came about. */
export function verdictOf({ checks, clauses, waivers, cut }: VerdictInput): {
  readonly verdict: Verdict
  readonly problems: readonly string[]
} {
  const problems = waivers.flatMap(({ check, state, until }) => {
    if (state === 'stale') return [`the waiver of ${check} matches no failure any more: remove it from the profile`]
    if (state === 'over') return [`the waiver of ${check} ended on ${until}: it waives nothing any more`]
    return []
  })
  if (cut !== null) return { verdict: 'aborted', problems: [cut, ...problems] }
  if (checks.some(({ outcome }) => outcome === 'error')) return { verdict: 'suite-error', problems }
  if (checks.some(counts) || waivers.some(({ state }) => state === 'stale')) return { verdict: 'fails', problems }
  const allowed = new Set(checks.filter((check) => check.allowed === true).map(({ id }) => id))
  const byId = new Map(checks.map((check) => [check.id, check]))
  const open = clauses.filter(
    (clause) =>
      clause.level === 'must' &&
      clause.outcome === 'untested' &&
      clause.checks.some((id) => byId.get(id)?.outcome === 'untested' && !allowed.has(id)),
  )
  return { verdict: open.length > 0 ? 'unverified' : 'conforms', problems }
}

/** The verdict in one sentence. */
export function headlineOf(
  verdict: Verdict,
  must: Report['summary']['must'],
  clauses: readonly ClauseResult[],
  problems: readonly string[],
): string {
  const derived = clauses.filter((clause) => clause.level === 'derived' && clause.outcome === 'fail').length
  const conventions = clauses.filter((clause) => clause.level === 'convention' && clause.outcome === 'fail').length
  const rest = [
    ...(derived > 0 ? [`${derived} derived ${derived === 1 ? 'clause' : 'clauses'} broken`] : []),
    ...(conventions > 0 ? [`${conventions} ${conventions === 1 ? 'convention' : 'conventions'} broken`] : []),
    `${must.untested} could not be verified`,
    `${must.notApplicable} not applicable`,
  ].join('; ')
  switch (verdict) {
    case 'conforms':
      return `conforms: ${must.verified} of ${must.total} must clauses verified; ${rest}`
    case 'fails':
      return `fails: ${must.broken} of ${must.total} must clauses broken; ${rest}`
    case 'unverified':
      return `unverified: ${must.verified} of ${must.total} must clauses verified, none broken; ${rest}`
    case 'aborted':
      return `aborted: ${problems[0] ?? 'the run was cut short'}; ${must.verified} of ${must.total} must clauses verified, ${must.broken} broken`
    case 'suite-error':
      return `suite-error: octospec itself broke; ${must.verified} of ${must.total} must clauses verified, ${must.broken} broken`
  }
}
