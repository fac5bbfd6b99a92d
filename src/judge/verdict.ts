import type { CheckResult, ClauseResult, Counts, Outcome, Report, Verdict } from './report.js'

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

export function verdictOf({ checks, clauses, waivers, cut }: VerdictInput): {
  readonly verdict: Verdict
  readonly problems: readonly string[]
} {
  const problems = waivers.flatMap(({ check, state, until }) => {
    if (state === 'stale') return [`the waiver of ${check} is no longer needed: remove it from the profile`]
    if (state === 'over') return [`the waiver of ${check} ended on ${until}: it waives nothing any more`]
    return []
  })
  if (cut !== null) return { verdict: 'aborted', problems: [cut, ...problems] }
  if (checks.some(({ outcome }) => outcome === 'error')) return { verdict: 'suite-error', problems }
  if (checks.some(counts) || waivers.some(({ state }) => state === 'stale')) return { verdict: 'fails', problems }
  const allowed = new Set(checks.filter((check) => check.allowed === true).map(({ id }) => id))
  const byId = new Map(checks.map((check) => [check.id, check]))
  // Of a run that verified nothing, nobody may say that the target conforms, whatever the level of what it looked for.
  const isVain = !clauses.some(({ outcome }) => outcome === 'pass' || outcome === 'warn')
  const open = clauses.filter(
    (clause) =>
      (clause.level === 'must' || isVain) &&
      clause.outcome === 'untested' &&
      clause.checks.some((id) => byId.get(id)?.outcome === 'untested' && !allowed.has(id)),
  )
  return { verdict: open.length > 0 ? 'unverified' : 'conforms', problems }
}

/** The verdict as people read it: a part of the suite never conforms, nor does a server whose failures are waived. */
export function endingOf({ verdict, partial, checks }: Pick<Report, 'verdict' | 'partial' | 'checks'>): string {
  if (verdict !== 'conforms') return verdict
  const waived = checks.filter((check) => check.outcome === 'fail' && !counts(check)).length
  if (partial) return waived === 0 ? 'no failures' : `no failures but ${waived} waived`
  return waived === 0 ? verdict : `passes with ${waived} waived ${waived === 1 ? 'failure' : 'failures'}`
}

/** The headline in two: the ending, and what follows it. A headline of an earlier octospec may have another ending. */
export function splitHeadline(
  report: Pick<Report, 'verdict' | 'partial' | 'checks' | 'headline'>,
): readonly [ending: string, rest: string] {
  const ending = endingOf(report)
  const { headline } = report
  return [ending, headline.startsWith(ending) ? headline.slice(ending.length) : `. ${headline}`]
}

type Ended = Pick<Report, 'verdict' | 'partial' | 'effort' | 'checks' | 'clauses' | 'problems' | 'requests'>

/**
 * The verdict in a sentence, why it is so where the counts do not tell, and the counts.
 * @param leftOut checks that the run did not choose
 */
export function headlineOf(ended: Ended, leftOut: number): string {
  const { verdict, partial, effort, requests, checks } = ended
  const part = `in the ${requests} requests of a ${effort === 'smoke' ? 'smoke' : 'partial'} run`
  const why = whyOf(ended)
  const total = checks.length + leftOut
  return [
    `${endingOf(ended)}${verdict === 'conforms' && partial ? ` ${part}` : ''}`,
    ...(why === undefined ? [] : [why]),
    `${total} ${total === 1 ? 'check' : 'checks'}: ${countsOf(checks, leftOut)}`,
  ].join('. ')
}

function whyOf({ verdict, checks, clauses, problems: [problem] }: Ended): string | undefined {
  const open = countMust(clauses).untested
  if (verdict === 'aborted') return problem ?? 'the run was cut short'
  if (verdict === 'suite-error') return 'octospec itself broke'
  if (verdict === 'fails' && !checks.some(counts)) return problem
  if (verdict !== 'unverified') return undefined
  return open === 0 ? 'nothing was checked' : `${open} must ${open === 1 ? 'clause was' : 'clauses were'} not checked`
}

/** `431 passed, 2 failed, 9 not checked, 25 do not apply`: what is none is not told. */
function countsOf(checks: readonly CheckResult[], leftOut: number): string {
  const own = checks.filter(({ waived }) => waived === undefined)
  const { pass, fail, warn, untested, 'not-applicable': aside, error } = countOutcomes(own)
  const told = [
    [fail, 'failed'],
    [checks.length - own.length, 'waived'],
    [warn, warn === 1 ? 'warning' : 'warnings'],
    [error, 'broke in octospec'],
    [untested, 'not checked'],
    [aside, aside === 1 ? 'does not apply' : 'do not apply'],
    [leftOut, 'not run'],
  ] as const
  return [`${pass} passed`, ...told.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]))].join(', ')
}
