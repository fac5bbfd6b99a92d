import { isoOf } from '../contract/instant.js'
import { readPointer } from '../contract/json.js'
import type { Json } from '../profile/profile.js'
import { causesOf } from './causes.js'
import { checkOutcome } from './checkOutcome.js'
import { applyWaivers, clauseResults, countMust, countOutcomes, headlineOf, verdictOf } from './verdict.js'
import { defaultSeed, matchesGlob } from './plan.js'
import { levelOf } from './wholeRun.js'
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
  const { plan, judged: profile, end, exchanges: requests } = judging
  const { contract } = judging.registry
  const partial = plan.only.length > 0 || plan.effort === 'smoke'
  const isGlimpse = plan.effort === 'smoke' && plan.only.length === 0
  const chosen = plan.checks.flatMap((id) => judging.registry.checks.get(id) ?? [])
  const judged = chosen
    .map((check) => allow(checkOutcome(check, levelOf(contract, check), judging), plan.allowUntested))
    // What looks on in a smoke run, and sees nothing, was left out of it, unless it was asked for.
    .filter(({ scenario, judged: times }) => !isGlimpse || scenario !== null || times > 0)
  const { checks: waived, waivers: found } = applyWaivers(judged, profile.waive, plan.startedAt.slice(0, 10), !partial)
  const isBroken = waived.some(({ outcome }) => outcome === 'fail')
  // A failure may have kept it from being shown.
  const told = waived.map((check) =>
    isBroken && check.obstacle?.kind === 'unshown' ? { ...check, remedy: words.why.afterFix } : check,
  )
  const checks = told.map(({ obstacle: _, ...check }) => check)
  const clauses = clauseResults(contract.clauses, checks)
  const cut =
    end === null
      ? 'the evidence ends in the middle of the run'
      : end.reason === 'aborted'
        ? (end.why ?? 'the run was cut short')
        : null
  // Who looks at a part does not see that a failure is gone.
  const waivers =
    plan.effort === 'smoke'
      ? found.map((waiver) => ({ ...waiver, state: waiver.state === 'stale' ? ('matches' as const) : waiver.state }))
      : found
  const { verdict, problems } = verdictOf({ checks, clauses, waivers, cut })
  const of = judging.registry.checks.size
  const smoke = plan.effort === 'smoke' ? { leftOut: of - checks.length, of } : null
  const must = countMust(clauses)
  return {
    schemaVersion: 1,
    tool: plan.tool,
    contract: plan.contract,
    target: { url: urlOf(judging), environment: profile.target.environment },
    startedAt: plan.startedAt,
    durationMs: end?.durationMs ?? 0,
    requests,
    seed: plan.seed,
    effort: plan.effort,
    strict: plan.strict,
    partial,
    only: plan.only,
    ...(smoke && { smoke }),
    allowUntested: plan.allowUntested,
    verdict,
    headline: headlineOf(
      { verdict, partial, effort: plan.effort, checks, clauses, problems, requests },
      of - checks.length,
    ),
    problems: [...problems, ...judging.notes],
    summary: { checks: countOutcomes(checks), must },
    waivers,
    profile: plan.profile,
    ...(plan.command && { command: plan.command }),
    checks,
    causes: causesOf(told, judging.registry.causes),
    clauses,
    gaps: gapResults(contract.clauses, judging),
    tallies: judging.tallies.map((tallied) => tallied.result()),
    bookings: judging.bookings.map((booking) => ({
      ...booking,
      remains: judging.registry.bookings.remains(booking.fate),
    })),
    lifecycle: judging.lifecycle.all(),
    evidence,
    pending: judging.pending.map((line) => ({
      scenario: line.scenario,
      dueAt: isoOf(line.startedAt + dueMinutes(judging, line) * 60_000),
    })),
  }
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
