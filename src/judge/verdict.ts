import type { CheckResult, ClauseResult, Counts, Outcome, Report, Verdict } from './report.js'
import { levelsInWords, standingOf } from './standing.js'

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
    if (state === 'stale') return [`the waiver of ${check} matches no failure any more: remove it from the profile`]
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

/** The verdict in one sentence: what is broken, at which level, and what was not verified. */
export function headlineOf(
  verdict: Verdict,
  clauses: readonly ClauseResult[],
  problems: readonly string[],
  leftOut?: string,
): string {
  const standings = standingOf(clauses)
  const [strict, conventions] = [
    standings.filter(({ level }) => level !== 'convention'),
    standings.filter(({ level }) => level === 'convention'),
  ]
  const broken = levelsInWords(strict, 'broken')
  const unfollowed = levelsInWords(conventions, 'broken')
  const verified = levelsInWords(standings, 'verified') ?? 'no clause'
  const open = levelsInWords(standings, 'unverified')
  const parts = (...texts: readonly (string | undefined)[]): string =>
    texts.filter((text) => text !== undefined).join('; ')
  const says = (text: string, of: string | undefined): string | undefined =>
    of === undefined ? undefined : `${of} ${text}`
  switch (verdict) {
    case 'conforms':
      return `conforms: ${parts(leftOut, `${verified} verified`, says('could not be verified', open), says('broken, as waived', broken), says('not followed', unfollowed))}`
    case 'fails':
      return `fails: ${parts(
        says('broken', broken) ?? (unfollowed === undefined ? (problems[0] ?? 'no clause is broken') : undefined),
        says('not followed', unfollowed),
        says('could not be verified', open) ?? othersOf(clauses, standings),
        leftOut,
      )}`
    case 'unverified':
      return `unverified: ${parts(`${open ?? 'no clause'} could not be verified`, says('broken, as waived', broken) ?? 'none is known to be broken', says('not followed', unfollowed), `${verified} verified`, leftOut)}`
    case 'aborted':
      return `aborted: ${parts(problems[0] ?? 'the run was cut short', `until then ${verified} verified`, says('broken', broken), says('not followed', unfollowed), leftOut)}`
    case 'suite-error':
      return `suite-error: ${parts('octospec itself broke', `${verified} verified`, says('broken', broken), says('not followed', unfollowed), leftOut)}`
  }
}

/** Nothing stayed open: what that means of all that is not broken. */
function othersOf(clauses: readonly ClauseResult[], standings: ReturnType<typeof standingOf>): string {
  if (standings.every(({ verified }) => verified === 0)) return 'nothing else was verified'
  const partial = clauses.some(({ outcome }) => outcome === 'not-selected')
  return `all others that ${partial ? 'were chosen and apply' : 'apply and can be observed'} were verified`
}
