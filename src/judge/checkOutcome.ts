import { words } from '../words.js'
import type { Level } from '../contract/clause.js'
import type { Check } from '../suite/check.js'
import type { Finding } from '../suite/finding.js'
import type { Obstacle, Why } from '../suite/judgement.js'
import { factOf } from './findings.js'
import { findingsOf, type Judging, type ScenarioRecord } from './judging.js'
import type { CheckRecord } from './seen.js'
import { type Excluded, unmet } from './plan.js'
import type { CheckResult } from './report.js'
import { runEnded } from '../wire/stop.js'

/** Findings shown of one check; the first ones say it all. */
const shown = 5
/** Further exchanges that show the same fact at the same place. */
const mostAlso = 40

/** A check as the report has it, and what stood in its way, of which the report tells by cause. */
export interface JudgedCheck extends CheckResult {
  readonly obstacle?: Obstacle
}

type Outcome = Pick<CheckResult, 'outcome'> & Partial<JudgedCheck>

export function checkOutcome(check: Check, level: Level, judging: Judging): JudgedCheck {
  const { judged: profile, plan, registry } = judging
  const scenario = check.kind === 'trial' ? (registry.scenarios.get(check.scenario) ?? null) : null
  const record = judging.recordOf(check)
  const acted = scenario === null ? undefined : judging.scenarios.get(scenario.id)

  const lostSince = judging.end?.since ?? Number.POSITIVE_INFINITY
  const counts = (exchange: number | null): boolean => (exchange ?? 0) < lostSince
  const found = failures(check, record, acted, counts).filter(({ exchange }) => counts(exchange))
  const failing = found.filter(({ exchange }) => !judging.notOffered.isSaidIn(exchange))
  const excluded = unmet(registry, profile, scenario, check, plan)
  const sure = failing.filter((finding) => judging.confirmedKeys.doubtful(finding.restsOn, profile).length === 0)

  const broken = (): Outcome => {
    const replay = acted?.smallest?.replay
    const confirmedBy = confirming(sure, [check.id, ...(scenario === null ? [] : [scenario.id])], judging)
    return {
      outcome: level === 'convention' && !plan.strict ? 'warn' : 'fail',
      findings: mostTelling(sure)
        .slice(0, shown)
        .map(({ restsOn: _, ...finding }) => finding),
      ...(replay !== undefined && { replay }),
      ...(confirmedBy.length > 0 && { confirmedBy }),
    }
  }
  const notTested = (): Outcome | null => {
    const needed = [...(check.uses ?? []), ...(scenario?.uses ?? []), ...lookingAlone(check)]
    const exchanges = found.map(({ exchange }) => exchange)
    return notTried(excluded) ?? untested(judging.notOffered.reason(needed, exchanges))
  }
  const passed = (): Outcome | null => (record.passes > 0 ? { outcome: 'pass' } : null)
  const passedSoFar = (): Outcome | null =>
    check.kind === 'trial' && judging.soFar(check)?.outcome === 'pass' ? { outcome: 'pass' } : null

  return {
    id: check.id,
    title: check.title,
    clause: check.clause,
    level,
    scenario: scenario?.id ?? null,
    findings: [],
    judged: record.passes + record.judged.length,
    // Rounded up: what judged something took some time.
    durationMs: Math.ceil(judging.shareOf(check)),
    ...(crashed(record, acted) ??
      (excluded?.unsent === true ? notTried(excluded) : null) ??
      (sure.length > 0 ? broken() : null) ??
      (record.passes === 0 ? notTested() : null) ??
      untested(whyDoubted(failing[0], judging)) ??
      passed() ??
      leftOpen(record) ??
      passedSoFar() ?? { outcome: 'untested', ...whySilent(check, acted, judging) }),
  }
}

function crashed(record: CheckRecord, acted: ScenarioRecord | undefined): Outcome | null {
  const crash = record.crash ?? acted?.crash
  if (crash === undefined) return null
  return { outcome: 'error', reason: crash, remedy: 'this is a fault of octospec: please report it' }
}

function notTried(excluded: Excluded | null): Outcome | null {
  if (excluded === null) return null
  const { outcome, reason, remedy, key } = excluded
  return { outcome, reason, remedy, obstacle: { kind: 'lacking', key } }
}

function leftOpen({ judged }: CheckRecord): Outcome | null {
  const opens = judged.flatMap(({ judgement }) => (judgement.outcome === 'untested' ? [judgement] : []))
  const open = opens.find(({ applies }) => applies !== false) ?? opens[0]
  if (open === undefined) return null
  const { applies, reason, remedy, obstacle } = open
  return {
    outcome: applies === false ? 'not-applicable' : 'untested',
    reason,
    ...(remedy !== undefined && { remedy }),
    ...(obstacle !== undefined && { obstacle }),
  }
}

function untested(why: Why | null): Outcome | null {
  return why === null ? null : { outcome: 'untested', ...why }
}

function lookingAlone(check: Check): readonly string[] {
  return check.kind !== 'trial' && check.of.length === 1 ? check.of : []
}

/** Each fact once before any of them again at another place; those about bookings of the run come first. */
function mostTelling(findings: readonly Finding[]): readonly Finding[] {
  const said = new Set<string>()
  const [fresh, again]: [Finding[], Finding[]] = [[], []]
  const isOfOthers = ({ ofOthers }: Finding): number => Number(ofOthers === true)
  for (const finding of findings.toSorted((a, b) => isOfOthers(a) - isOfOthers(b))) {
    const fact = factOf(finding)
    ;(said.has(fact) ? again : fresh).push(finding)
    said.add(fact)
  }
  return [...fresh, ...again]
}

/** Findings of the trials that count: where a failure was shrunk, the smallest stands for those it came from. */
function failures(
  check: Check,
  record: CheckRecord,
  acted: ScenarioRecord | undefined,
  counts: (exchange: number | null) => boolean,
): readonly Resting[] {
  const smallest = acted?.smallest?.trial
  const first = record.judged.filter(({ trial }) => trial === smallest)
  const others = record.judged.filter(({ phase, trial }) => phase !== 'shrink' && trial !== smallest)
  const said = new Map<string, { readonly finding: Resting; readonly also: Set<number> }>()
  for (const finding of [...first, ...others].flatMap(({ judgement }) => findingsOf(judgement))) {
    // The same fact at the same place of different exchanges is said once.
    const apart = { exchange: null, message: null, about: null, steps: null, before: null, after: null }
    const key = JSON.stringify({ ...finding, ...apart })
    const before = said.get(key)
    if (before === undefined)
      said.set(key, {
        finding: { ...finding, restsOn: [...(finding.restsOn ?? []), ...(check.restsOn ?? [])] },
        also: new Set(),
      })
    else if (
      finding.exchange !== null &&
      counts(finding.exchange) &&
      finding.exchange !== before.finding.exchange &&
      before.also.size < mostAlso
    )
      before.also.add(finding.exchange)
  }
  return [...said.values()].map(({ finding, also }) =>
    also.size === 0 ? finding : { ...finding, also: [...also].toSorted((a, b) => a - b) },
  )
}

function confirming(findings: readonly Resting[], own: readonly string[], judging: Judging): readonly string[] {
  const keys = findings.flatMap(({ restsOn }) => restsOn)
  const checks = [...judging.registry.checks.values()]
  return judging.confirmedKeys.confirming(keys, judging.judged, own).flatMap((name) => {
    const found = checks.find((check) => check.id === name || (check.kind === 'trial' && check.scenario === name))
    return found === undefined ? [] : [found.id]
  })
}

/** A finding with all that it rests on. */
type Resting = Finding & Required<Pick<Finding, 'restsOn'>>

/** What a finding rests on that nothing of the run confirms; null: there is no finding. */
function whyDoubted(finding: Resting | undefined, { confirmedKeys, profile }: Judging): Why | null {
  if (finding === undefined) return null
  const keys = confirmedKeys.doubtful(finding.restsOn, profile)
  const [declared] = keys.filter((key) => profile.declared.has(key))
  if (declared !== undefined)
    return {
      reason: words.why.restsOnDeclared(finding.message),
      remedy: words.why.correctKey(declared),
      obstacle: { kind: 'lacking', key: declared },
    }
  return {
    reason: words.why.restsOnDefault(finding.message, keys.join(', ')),
    remedy: words.why.setKeys(keys.join(', ')),
    obstacle: { kind: 'lacking', key: keys.join() },
  }
}

const stillAgeing: Why & { readonly ageing: true } = {
  ageing: true,
  reason: words.why.ageing,
  remedy: words.why.passTime,
  obstacle: { kind: 'lacking', key: 'clock' },
}

function whySilent(
  check: Check,
  acted: ScenarioRecord | undefined,
  judging: Judging,
): Why & Pick<CheckResult, 'ageing'> {
  const isAsked = (purpose: string): boolean => judging.purposes.has(purpose)
  // What an answer that was not asked for any more would have shown is nothing to look for.
  const early = judging.end?.reason === 'aborted'
  const isAgeing = ({ scenario }: { readonly scenario: string }): boolean =>
    check.kind === 'trial' ? scenario === check.scenario : check.ages === true
  if (check.kind === 'trial' && acted?.stop !== undefined)
    return {
      reason:
        acted.stop.exchange === null ? acted.stop.reason : words.why.stopped(acted.stop.reason, acted.stop.exchange),
      remedy: acted.stop.remedy,
      obstacle: acted.stop.obstacle ?? { kind: 'lacking', key: acted.stop.key ?? check.scenario },
    }
  if (judging.pending.some(isAgeing)) return stillAgeing
  if (check.kind !== 'trial' && !early && !check.of.some(isAsked))
    return {
      reason: words.why.notAsked(check.of.join(', ')),
      remedy: words.why.chooseMore(check.of.join(' or ')),
      obstacle: { kind: 'unshown', operations: check.of },
    }
  if (check.kind !== 'trial' && !early)
    return {
      reason: words.why.notShown(check.of.join(', '), check.title),
      remedy: words.why.setPlace(check.of.join(', ')),
      obstacle: { kind: 'unshown', operations: check.of },
    }
  const { key, ...why } = runEnded
  return { ...why, obstacle: { kind: 'lacking', key } }
}
