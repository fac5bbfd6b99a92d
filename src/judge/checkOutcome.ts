import type { Level } from '../contract/clause.js'
import type { Profile } from '../profile/profile.js'
import type { Check } from '../suite/check.js'
import type { Finding } from '../suite/finding.js'
import { messagePattern } from '../suite/messagePattern.js'
import { findingsOf, type CheckRecord, type Judging, type ScenarioRecord } from './judging.js'
import { unmet } from './needs.js'
import type { CheckResult } from './report.js'

/** Findings shown of one check; the first ones say it all. */
const shown = 5

/** The one outcome of a check, from all that was judged of it. */
export function checkOutcome(check: Check, level: Level, judging: Judging): CheckResult {
  const { profile, plan } = judging
  const scenario = check.kind === 'trial' ? (judging.registry.scenarios.get(check.scenario) ?? null) : null
  const record = judging.checks.get(check.id) ?? { judged: [], passes: 0, failures: 0 }
  const acted = scenario === null ? undefined : judging.scenarios.get(scenario.id)
  const base = {
    id: check.id,
    title: check.title,
    clause: check.clause,
    level,
    scenario: scenario?.id ?? null,
    findings: [],
    judged: record.passes + record.judged.length,
    // Rounded up: what judged something took some time.
    durationMs: Math.ceil(judging.shareOf(check)),
  }
  const crash = record.crash ?? acted?.crash
  if (crash !== undefined)
    return { ...base, outcome: 'error', reason: crash, remedy: 'this is a fault of octospec: please report it' }

  const lostSince = judging.end?.since ?? Number.POSITIVE_INFINITY
  const found = failures(check, record, acted).filter(({ exchange }) => (exchange ?? 0) < lostSince)
  const failing = found.filter(({ exchange }) => !judging.notOffered.isSaidIn(exchange))
  const sure = failing.filter((finding) => judging.confirmedKeys.doubtful(finding.restsOn, profile).length === 0)
  if (sure.length > 0) {
    const replay = acted?.smallest?.replay
    const confirmedBy = confirming(sure, [check.id, ...(scenario === null ? [] : [scenario.id])], judging)
    return {
      ...base,
      outcome: level === 'convention' && !plan.strict ? 'warn' : 'fail',
      findings: mostTelling(sure)
        .slice(0, shown)
        .map(({ restsOn: _, ...finding }) => finding),
      ...(replay !== undefined && { replay }),
      ...(confirmedBy.length > 0 && { confirmedBy }),
    }
  }

  const excluded = unmet(judging.registry, profile, scenario, check, plan)
  if (excluded !== null && record.passes === 0) return { ...base, ...excluded }
  const needed = [...(check.uses ?? []), ...(scenario?.uses ?? []), ...lookingAlone(check)]
  const lacking = judging.notOffered.reason(
    needed,
    found.map(({ exchange }) => exchange),
  )
  if (lacking !== null && record.passes === 0) return { ...base, outcome: 'untested', ...lacking }
  const [doubtful] = failing
  if (doubtful !== undefined) return { ...base, outcome: 'untested', ...doubt(doubtful, judging, profile) }
  const opens = record.judged.flatMap(({ judgement }) => (judgement.outcome === 'untested' ? [judgement] : []))
  const open = opens.find(({ applies }) => applies !== false) ?? opens[0]
  if (record.passes > 0) return { ...base, outcome: 'pass' }
  if (open !== undefined)
    return {
      ...base,
      outcome: open.applies === false ? 'not-applicable' : 'untested',
      reason: open.reason,
      ...(open.remedy !== undefined && { remedy: open.remedy }),
    }
  if (check.kind === 'trial' && judging.soFar(check)?.outcome === 'pass') return { ...base, outcome: 'pass' }
  return { ...base, outcome: 'untested', ...silence(check, acted, judging) }
}

/** The one operation whose answers a check looks at. */
function lookingAlone(check: Check): readonly string[] {
  return check.kind !== 'trial' && check.of.length === 1 ? check.of : []
}

/** Each fact once before any of them again at another place. */
function mostTelling(findings: readonly Finding[]): readonly Finding[] {
  const said = new Set<string>()
  const [fresh, again]: [Finding[], Finding[]] = [[], []]
  for (const finding of findings) {
    const pattern = messagePattern(finding.message)
    ;(said.has(pattern) ? again : fresh).push(finding)
    said.add(pattern)
  }
  return [...fresh, ...again]
}

/** A finding with all that it rests on. */
type Resting = Finding & Required<Pick<Finding, 'restsOn'>>

/** Findings of the trials that count: where a failure was shrunk, the smallest stands for those it came from. */
function failures(check: Check, record: CheckRecord, acted: ScenarioRecord | undefined): readonly Resting[] {
  const smallest = acted?.smallest?.trial
  const first = record.judged.filter(({ trial }) => trial === smallest)
  const others = record.judged.filter(({ phase, trial }) => phase !== 'shrink' && trial !== smallest)
  const seen = new Set<string>()
  return [...first, ...others]
    .flatMap(({ judgement }) => findingsOf(judgement))
    .map((finding) => ({ ...finding, restsOn: [...(finding.restsOn ?? []), ...(check.restsOn ?? [])] }))
    .filter((finding) => {
      // The same fact at the same place of different exchanges is said once.
      const key = JSON.stringify([finding.message, finding.pointer])
      return !seen.has(key) && seen.add(key)
    })
}

/** Checks that confirmed what findings rest on, or whose scenarios did, where their own did not. */
function confirming(findings: readonly Resting[], own: readonly string[], judging: Judging): readonly string[] {
  const keys = findings.flatMap(({ restsOn }) => restsOn)
  const checks = [...judging.registry.checks.values()]
  return judging.confirmedKeys.confirming(keys, judging.profile, own).flatMap((name) => {
    const found = checks.find((check) => check.id === name || (check.kind === 'trial' && check.scenario === name))
    return found === undefined ? [] : [found.id]
  })
}

function doubt(finding: Resting, judging: Judging, profile: Profile): { reason: string; remedy: string } {
  const keys = judging.confirmedKeys.doubtful(finding.restsOn, profile)
  const [declared] = keys.filter((key) => profile.declared.has(key))
  if (declared !== undefined)
    return {
      reason: `${finding.message}; but nothing stood there in any answer of the run, so that it may be shown elsewhere, or not at all`,
      remedy: `write ${declared}: null in the profile where it is not shown, or where it is; else the target loses it everywhere`,
    }
  return {
    reason: `${finding.message}; but that rests on a default of octospec (${keys.join(', ')}) that the profile does not declare and no answer confirms`,
    remedy: `declare ${keys.join(', ')} in the profile`,
  }
}

function silence(
  check: Check,
  acted: ScenarioRecord | undefined,
  judging: Judging,
): { reason: string; remedy: string } {
  const isAsked = (purpose: string): boolean => judging.purposes.has(purpose)
  // What an answer that was not asked for any more would have shown is nothing to look for.
  const early = judging.end?.reason === 'first-failure' || judging.end?.reason === 'aborted'
  if (check.kind !== 'trial' && !early && !check.of.some(isAsked))
    return {
      reason: `there was no request for ${check.of.join(', ')}`,
      remedy: `choose checks that send ${check.of.join(' or ')} too; where the traffic of others is looked at, let them send it`,
    }
  if (check.kind !== 'trial' && !early)
    return {
      reason: `no answer to ${check.of.join(', ')} showed it`,
      remedy: `see whether the answers to ${check.of.join(', ')} show at all what was looked for; if so, say in the profile where`,
    }
  if (check.kind === 'trial' && acted?.stop !== undefined)
    return {
      reason: `${acted.stop.reason}${acted.stop.exchange === null ? '' : ` (exchange ${acted.stop.exchange})`}`,
      remedy: acted.stop.remedy,
    }
  if (check.kind === 'trial' && judging.pending.some(({ scenario }) => scenario === check.scenario))
    return {
      reason: 'its hold is still ageing',
      remedy: 'come back with octospec settle, or give the target a test clock, or run with --wait',
    }
  if (judging.end?.reason === 'first-failure')
    return { reason: 'the run ended with its first failure', remedy: 'run it without --fail-fast' }
  return { reason: 'the run ended before its turn', remedy: 'run it again to its end' }
}
