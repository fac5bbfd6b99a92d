import { isoOf } from '../contract/instant.js'
import { readPointer } from '../contract/json.js'
import type { Json } from '../profile/profile.js'
import { causesOf } from './causes.js'
import { checkOutcome, type JudgedCheck } from './checkOutcome.js'
import { applyWaivers, clauseResults, countMust, countOutcomes, headlineOf, verdictOf } from './verdict.js'
import { defaultSeed, matchesGlob } from './plan.js'
import { levelOf } from './seen.js'
import { words } from '../words.js'
import type { Judging } from './judging.js'
import type { CheckResult, GapResult, Report } from './report.js'
import { reviveTrial } from '../suite/trial.js'
import type { Clause } from '../contract/clause.js'
import { toolVersion } from '../contract/specFile.js'
import type { Contract } from '../contract/contract.js'
import { shownAddress } from '../profile/credentials.js'

/** The report that follows from judged evidence, and from nothing else. */
export function makeReport(judging: Judging, evidence: Report['evidence']): Report {
  const { plan, judged: profile, end, exchanges: requests, registry } = judging
  const { tool, contract, startedAt, seed, effort, strict, only, allowUntested } = plan
  const { checks: told, waivers } = judgedChecks(judging)
  const checks = told.map(({ obstacle: _, ...check }) => check)
  const clauses = clauseResults(registry.contract.clauses, checks)
  const leftOut = registry.checks.size - checks.length
  const aborted = end?.reason === 'aborted' ? (end.why ?? words.verdict.cutShort) : null
  const cut = end === null ? 'the evidence ends in the middle of the run' : aborted
  const report = endedReport(
    { tool, contract, startedAt, seed, effort, strict, only, allowUntested },
    { checks, waivers, clauses, requests, cut, leftOut },
  )
  return {
    ...report,
    problems: [...report.problems, ...judging.notes],
    ...(end?.remedy !== undefined && { remedy: end.remedy }),
    target: { url: urlOf(judging), environment: profile.target.environment },
    durationMs: end?.durationMs ?? 0,
    ...(effort === 'smoke' && { smoke: { leftOut, of: registry.checks.size } }),
    profile: plan.profile,
    ...(plan.command && { command: plan.command }),
    causes: causesOf(told, registry.causes),
    gaps: gapResults(registry.contract.clauses, judging),
    tallies: judging.tallies.map((tallied) => tallied.result()),
    bookings: judging.bookings.map((booking) => ({ ...booking, remains: registry.bookings.remains(booking.fate) })),
    lifecycle: judging.lifecycle.all(),
    evidence,
    pending: judging.pending.map((line) => ({
      scenario: line.scenario,
      dueAt: isoOf(line.startedAt + dueMinutes(judging, line) * 60_000),
    })),
  }
}

/** What each check came to, with what was allowed and waived. */
function judgedChecks(judging: Judging): {
  readonly checks: readonly JudgedCheck[]
  readonly waivers: Report['waivers']
} {
  const { plan, judged: profile, registry } = judging
  const isGlimpse = plan.effort === 'smoke' && plan.only.length === 0
  const judged = plan.checks
    .flatMap((id) => registry.checks.get(id) ?? [])
    .map((check) => allow(checkOutcome(check, levelOf(registry.contract, check), judging), plan.allowUntested))
    // What looks on in a smoke run, and sees nothing, was left out of it, unless it was asked for.
    .filter(({ scenario, judged: times }) => !isGlimpse || scenario !== null || times > 0)
  const { checks, waivers } = applyWaivers(judged, profile.waive, plan.startedAt.slice(0, 10), !isPartial(plan))
  const isBroken = checks.some(({ outcome }) => outcome === 'fail')
  return {
    // A failure may have kept it from being shown.
    checks: checks.map((check) =>
      isBroken && check.obstacle?.kind === 'unshown' ? { ...check, remedy: words.why.afterFix } : check,
    ),
    // Who looks at a part does not see that a failure is gone.
    waivers: waivers.map((waiver) =>
      plan.effort === 'smoke' && waiver.state === 'stale' ? { ...waiver, state: 'matches' as const } : waiver,
    ),
  }
}

type Choices = Pick<Report, 'tool' | 'contract' | 'startedAt' | 'seed' | 'effort' | 'strict' | 'only' | 'allowUntested'>

interface Ended extends Pick<Report, 'checks' | 'waivers' | 'clauses' | 'requests'> {
  /** Why the run was cut short; null: it was not. */
  readonly cut: string | null
  /** Checks that the run did not choose. */
  readonly leftOut: number
}

/** What a report says of its choices, and of how the run ended. */
function endedReport(
  choices: Choices,
  { cut, leftOut, ...judged }: Ended,
): Omit<Report, 'target' | 'durationMs' | 'profile' | 'gaps' | 'bookings' | 'lifecycle' | 'evidence' | 'pending'> {
  const partial = isPartial(choices)
  const { verdict, problems } = verdictOf({ ...judged, cut })
  const { checks, clauses } = judged
  return {
    schemaVersion: 1,
    ...choices,
    partial,
    verdict,
    headline: headlineOf({ ...judged, verdict, partial, effort: choices.effort, problems }, leftOut),
    problems,
    summary: { checks: countOutcomes(checks), must: countMust(clauses) },
    ...judged,
  }
}

function isPartial({ only, effort }: Pick<Report, 'only' | 'effort'>): boolean {
  return only.length > 0 || effort === 'smoke'
}

/** The address as the evidence has it: of what came from the environment, the name alone. */
function urlOf({ plan, judged }: Judging): string {
  const recorded = readPointer<Json>(plan.profile, '/target/url')
  return typeof recorded === 'string' ? recorded : judged.target.url
}

function allow<Check extends CheckResult>(check: Check, patterns: readonly string[]): Check {
  const named = patterns.some((pattern) => matchesGlob(pattern, check.id) || matchesGlob(pattern, check.clause))
  return check.outcome === 'untested' && named ? { ...check, allowed: true } : check
}

function dueMinutes(judging: Judging, { scenario: id, next, data }: Judging['pending'][number]): number {
  const scenario = judging.registry.scenarios.get(id)
  if (scenario?.kind !== 'timeline') return 0
  try {
    // A timeline's data is written by encodeTrial from an object, so an object comes back.
    const soFar = reviveTrial(data, (n, by) => judging.answerOf(id, n, by)) as Readonly<Record<string, unknown>>
    return scenario.stages(judging.judged, soFar)[next]?.at ?? 0
  } catch (error) {
    // Edited evidence may name what is not there: such a hold is never due, and nobody comes back to it.
    if (error instanceof RangeError) return 0
    throw error
  }
}

/** How the target fills what the documents leave open: each gap with what the observations of the suites saw. */
export function gapResults(clauses: readonly Clause[], judging: Judging): readonly GapResult[] {
  const { registry, observed, remarks } = judging
  const observations = [...registry.observations.values()]
  return clauses
    .filter((clause) => clause.level === 'gap')
    .map((clause) => {
      const own = observations.filter((each) => each.clause === clause.id)
      const texts = [...new Set(own.flatMap(({ id }) => [...(observed.get(id) ?? [])]))]
      return {
        id: clause.id,
        question: clause.question ?? clause.text,
        default: clause.default ?? 'none',
        observed: texts.length > 0 ? inOneLine(texts) : null,
        ...(own.some(({ worth }) => worth) && { worth: own.flatMap(({ id }) => remarks.get(id) ?? []) }),
      }
    })
}

/** Values of one gap that are told. */
const mostTold = 20

function inOneLine(texts: readonly string[]): string {
  const more = texts.length - mostTold
  return [...texts.slice(0, mostTold), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

/** The report of a run that could not be planned. @param startedAt milliseconds since the epoch */
export function unstartedReport(
  why: string,
  contract: Contract,
  { target, startedAt, evidence }: { target: string | undefined; startedAt: number; evidence: Report['evidence'] },
): Report {
  const tool = { name: 'octospec', version: toolVersion(), node: process.versions.node } as const
  const choices = { seed: defaultSeed, effort: 'normal', strict: false, only: [], allowUntested: [] }
  const clauses = clauseResults(contract.clauses, [])
  return {
    ...endedReport(
      { tool, contract: contract.identity, startedAt: isoOf(startedAt), ...choices },
      { checks: [], waivers: [], clauses, requests: 0, cut: why, leftOut: 0 },
    ),
    target: { url: target === undefined ? 'not known' : shownAddress(target), environment: 'sandbox' },
    durationMs: 0,
    profile: {},
    gaps: [],
    bookings: [],
    lifecycle: [],
    evidence,
    pending: [],
  }
}
