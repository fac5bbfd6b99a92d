import type { Clause, Level } from '../contract/clause.js'
import { words } from '../words.js'
import type { CheckResult, ClauseResult, Counts, Outcome, Report, Verdict } from './report.js'
import type { Waiver } from '../profile/profile.js'
import { matchesGlob } from './plan.js'

/** The worst first; what is not applicable says nothing beside another outcome. */
const order: readonly Outcome[] = ['error', 'fail', 'warn', 'untested', 'pass', 'not-applicable']

/** The outcome of every clause from those of its checks. */
export function clauseResults(clauses: readonly Clause[], checks: readonly CheckResult[]): readonly ClauseResult[] {
  const results = ownResults(clauses, checks)
  const others = new Map(clauses.flatMap(({ id, verifiedBy }) => (verifiedBy === undefined ? [] : [[id, verifiedBy]])))
  return results.map((result) => {
    const by = checks.filter(({ clause }) => clause === others.get(result.id))
    const seen = by.filter(({ outcome }) => outcome === 'pass')
    // A clause that a check looked at without a result is not verified by another check.
    const own = checks.filter(({ id }) => result.checks.includes(id))
    const isTold = [...own, ...by].every(
      ({ outcome, judged }) =>
        outcome === 'pass' || outcome === 'not-applicable' || (outcome === 'untested' && judged === 0),
    )
    if (result.outcome !== 'untested' || seen.length === 0 || !isTold) return result
    const { reason: _, ...rest } = result
    return { ...rest, outcome: 'pass', checks: [...result.checks, ...seen.map(({ id }) => id)] }
  })
}

function ownResults(clauses: readonly Clause[], checks: readonly CheckResult[]): readonly ClauseResult[] {
  return clauses
    .filter((clause) => clause.level !== 'gap')
    .map((clause) => {
      const own = checks.filter((check) => check.clause === clause.id)
      const base = {
        id: clause.id,
        section: clause.section,
        level: clause.level,
        text: clause.text,
        checks: own.map(({ id }) => id),
      }
      if (own.length === 0)
        return clause.observable === false
          ? { ...base, outcome: 'unobservable', ...(clause.reason !== undefined && { reason: clause.reason }) }
          : { ...base, outcome: 'not-selected' }
      const worst = order.find((outcome) => own.some((check) => check.outcome === outcome)) ?? 'untested'
      const reason = own.find((check) => check.outcome === worst)?.reason
      return { ...base, outcome: worst, ...(reason !== undefined && { reason }) }
    })
}

/**
 * Applies the profile's waivers to the results. A waiver whose day is over waives nothing. One whose check no longer
 * fails is stale and makes the run fail, so that waivers do not rot.
 * @param today `YYYY-MM-DD`, the day of the run.
 * @param whole true: every check was chosen, so a waiver that names none of them names none at all
 */
export function applyWaivers<Check extends CheckResult>(
  checks: readonly Check[],
  waivers: readonly Waiver[],
  today: string,
  whole = false,
): { readonly checks: readonly Check[]; readonly waivers: Report['waivers'] } {
  const failed = (check: CheckResult): boolean => check.outcome === 'fail' || check.outcome === 'warn'
  const states = waivers.map((waiver) => {
    const named = checks.filter((check) => matchesGlob(waiver.check, check.id))
    if (waiver.until < today) return { ...waiver, state: 'over' as const }
    // A check that was not chosen or could not be tested does not show that the failure is gone.
    const gone =
      named.length === 0
        ? whole
        : named.every((check) => check.outcome === 'pass' || check.outcome === 'not-applicable')
    return { ...waiver, state: gone ? ('stale' as const) : ('matches' as const) }
  })
  const valid = states.filter(({ state }) => state === 'matches')
  return {
    waivers: states,
    checks: checks.map((check) => {
      const waiver = failed(check) ? valid.find((each) => matchesGlob(each.check, check.id)) : undefined
      return waiver === undefined ? check : { ...check, waived: { reason: waiver.reason, until: waiver.until } }
    }),
  }
}

export function countOutcomes(checks: readonly CheckResult[]): Counts {
  const counts = { pass: 0, fail: 0, warn: 0, untested: 0, 'not-applicable': 0, error: 0 }
  for (const { outcome } of checks) counts[outcome] += 1
  return counts
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

interface VerdictInput {
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
    if (state === 'stale') return [words.verdict.staleWaiver(check)]
    if (state === 'over') return [words.verdict.pastWaiver(check, until)]
    return []
  })
  if (cut !== null) return { verdict: 'aborted', problems: [cut, ...problems] }
  if (checks.some(({ outcome }) => outcome === 'error')) return { verdict: 'suite-error', problems }
  if (checks.some(counts) || waivers.some(({ state }) => state === 'stale')) return { verdict: 'fails', problems }
  const allowed = new Set(checks.filter((check) => check.allowed === true).map(({ id }) => id))
  const byId = new Map(checks.map((check) => [check.id, check]))
  // If a run verified nothing, nobody may say that the target conforms, whatever the levels that it looked for.
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
  if (partial) return words.verdict.noFailures(waived)
  return waived === 0 ? verdict : words.verdict.passes(waived)
}

/** The headline in two: the ending, and what follows it. A report that somebody wrote may have another ending. */
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
  const part = words.verdict.ofPart(requests, effort === 'smoke' ? 'smoke' : 'partial')
  const why = whyOf(ended)
  return [
    `${endingOf(ended)}${verdict === 'conforms' && partial ? ` ${part}` : ''}`,
    ...(why === undefined ? [] : [why]),
    words.verdict.checks(checks.length + leftOut, countsOf(checks, leftOut)),
  ].join('. ')
}

function whyOf({ verdict, checks, clauses, problems: [problem] }: Ended): string | undefined {
  const open = countMust(clauses).untested
  if (verdict === 'aborted') return problem ?? words.verdict.cutShort
  if (verdict === 'suite-error') return words.verdict.suiteError
  if (verdict === 'fails' && !checks.some(counts)) return problem
  if (verdict !== 'unverified') return undefined
  return open === 0 ? words.verdict.nothing : words.verdict.openClauses(open)
}

/** `431 passed, 2 failed, 9 not checked, 25 do not apply`: what is none is not told. */
function countsOf(checks: readonly CheckResult[], leftOut: number): string {
  const own = checks.filter(({ waived }) => waived === undefined)
  const { pass, fail, warn, untested, 'not-applicable': aside, error } = countOutcomes(own)
  const told = [
    [fail, words.verdict.failed],
    [checks.length - own.length, words.verdict.waived],
    [warn, words.verdict.warned],
    [error, words.verdict.crashed],
    [untested, words.verdict.notChecked],
    [aside, words.verdict.notApplicable],
    [leftOut, words.verdict.notRun],
  ] as const
  return [words.verdict.passed(pass), ...told.flatMap(([count, what]) => (count === 0 ? [] : [what(count)]))].join(', ')
}

type JudgedLevel = Exclude<Level, 'gap'>

/** Levels that are judged, the strictest first. */
const judgedLevels: readonly JudgedLevel[] = ['must', 'derived', 'convention']

export interface Standing {
  readonly level: JudgedLevel
  readonly verified: number
  readonly broken: number
  readonly unverified: number
  readonly notApplicable: number
}

/** Counts clauses by level. Those that no client can observe, or that were left out, are in no count. */
export function standingOf(clauses: readonly ClauseResult[]): readonly Standing[] {
  return judgedLevels.map((level) => {
    const own = clauses.filter((clause) => clause.level === level)
    const count = (...outcomes: readonly ClauseResult['outcome'][]): number =>
      own.filter(({ outcome }) => outcomes.includes(outcome)).length
    const warned = count('warn')
    return {
      level,
      verified: count('pass') + (level === 'convention' ? 0 : warned),
      broken: count('fail') + (level === 'convention' ? warned : 0),
      unverified: count('untested', 'error'),
      notApplicable: count('not-applicable'),
    }
  })
}

/** `1 must clause, 4 derived clauses and 2 conventions`; without any of them nothing. */
export function levelsInWords(
  standings: readonly Standing[],
  what: Exclude<keyof Standing, 'level'>,
): string | undefined {
  const parts = standings.flatMap((standing) =>
    standing[what] === 0 ? [] : [`${standing[what]} ${nameOf(standing.level, standing[what])}`],
  )
  const last = parts.pop()
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last ?? ''}`
}

function nameOf(level: Standing['level'], count: number): string {
  const one = level === 'convention' ? level : `${level} clause`
  return count === 1 ? one : `${one}s`
}
