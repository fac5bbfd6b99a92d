import { isoOf } from '../contract/instant.js'
import type { Operation, Profile } from '../profile/profile.js'
import { redactedProfile } from '../profile/recordedProfile.js'
import type { Scenario, Spending } from '../suite/scenario.js'
import { mayCommit, type Pack } from '../suite/pack.js'
import type { Ageing, Plan } from '../evidence/evidence.js'
import { toolVersion } from '../contract/specFile.js'
import type { Registry } from '../suite/suite.js'
import { closestWord } from '../profile/complaint.js'
import type { Check, Observation } from '../suite/check.js'
import { RunError } from './runError.js'

/** The choices of one run; each has a default. */
export interface PlanOptions {
  readonly seed?: number | undefined
  readonly effort?: Spending | undefined
  readonly strict?: boolean | undefined
  readonly only?: readonly string[] | undefined
  readonly allowUntested?: readonly string[] | undefined
  readonly allowLiveBookings?: boolean | undefined
  /** Let holds age by waiting, where the target has no test clock. */
  readonly wait?: boolean | undefined
  /** See `Plan.command`. */
  readonly command?: readonly string[] | undefined
}

/** The seed of a run that was given none: always the same, so that two runs differ only where targets do. */
export const defaultSeed = 20261

/**
 * What a run will do, from the profile and the choices.
 * @param startedAt milliseconds since the epoch
 * @throws RunError OCTOSPEC_NOTHING_SELECTED
 */
export function makePlan(
  profile: Profile,
  registry: Pack,
  startedAt: number,
  options: PlanOptions = {},
): Omit<Plan, 'nonce'> {
  const {
    seed = defaultSeed,
    effort = 'normal',
    strict = false,
    only = [],
    allowUntested = [],
    allowLiveBookings = false,
  } = options
  return {
    schemaVersion: 1,
    tool: { name: 'octospec', version: toolVersion(), node: process.versions.node },
    contract: registry.contract.identity,
    startedAt: isoOf(startedAt),
    seed,
    effort,
    strict,
    only,
    allowUntested,
    allowLiveBookings,
    ageing: ageingOf(profile, options.wait === true),
    profile: redactedProfile(profile, registry.profile),
    ...(options.command && { command: options.command }),
    checks: plannedChecks(registry, { only, effort }),
  }
}

function ageingOf(profile: Profile, wait: boolean): Ageing {
  if (profile.clock !== null) return 'clock'
  return wait ? 'wait' : 'later'
}

/** Whether a text fits a pattern in which `*` is any text. No regular expression is made of a hostile pattern. */
export function matchesGlob(pattern: string, text: string): boolean {
  const [head = '', ...parts] = pattern.split('*')
  const tail = parts.pop()
  if (tail === undefined) return pattern === text
  if (!text.startsWith(head)) return false
  let at = head.length
  // Each part as early as possible leaves the most for those that follow.
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - tail.length >= at && text.endsWith(tail)
}

/**
 * The ids of the checks that the patterns of `--only` choose, by check id or clause id; without a pattern, all.
 * @throws RunError OCTOSPEC_NOTHING_SELECTED when a pattern matches nothing.
 */
export function selectChecks(registry: Registry, only: readonly string[]): readonly string[] {
  const checks = [...registry.checks.values()]
  const matches = (pattern: string, { id, clause }: { id: string; clause: string }): boolean =>
    matchesGlob(pattern, id) || matchesGlob(pattern, clause)
  const idle = only.find((pattern) => !checks.some((check) => matches(pattern, check)))
  if (idle !== undefined) {
    const nearest = closestWord(
      idle,
      checks.flatMap(({ id, clause }) => [id, clause, id.replace(/\..*/, '.*'), clause.replace(/\/.*/, '/*')]),
    )
    throw new RunError(
      'OCTOSPEC_NOTHING_SELECTED',
      `no check and no clause matches ${JSON.stringify(idle)}`,
      `${nearest === undefined ? '' : `did you mean ${nearest}? `}see the ids with octospec explain --checks and octospec explain --clauses; * stands for any run of characters`,
    )
  }
  return checks
    .filter((check) => only.length === 0 || only.some((pattern) => matches(pattern, check)))
    .map(({ id }) => id)
}

export interface Choice {
  /** Patterns of ids; none: all of them. */
  readonly only: readonly string[]
  readonly effort: Spending
}

/** The checks that a run judges, chosen by patterns and effort. @throws RunError OCTOSPEC_NOTHING_SELECTED */
export function plannedChecks(
  registry: Pick<Pack, 'scenarios' | 'checks' | 'observations' | 'ranking'>,
  { only, effort }: Choice,
): readonly string[] {
  const chosen = selectChecks(registry, only).filter((id) => {
    const check = registry.checks.get(id)
    return check?.kind !== 'trial' || actsIn(effort, check.scenario, registry)
  })
  if (effort === 'smoke' && chosen.length === 0)
    throw new RunError(
      'OCTOSPEC_NOTHING_SELECTED',
      'a smoke run has none of the checks that were chosen',
      'run them with --effort low, or see what a smoke run has with octospec explain --checks --effort smoke',
    )
  return chosen
}

/** Whether a scenario acts in a run of this effort: in a smoke run, those that find most for what they ask. */
export function actsIn(effort: Spending, scenario: string, { ranking }: Pick<Pack, 'ranking'>): boolean {
  return effort !== 'smoke' || ranking.scenarios.slice(0, ranking.smoke).some(({ id }) => id === scenario)
}

export interface Excluded {
  readonly outcome: 'untested' | 'not-applicable'
  readonly reason: string
  readonly remedy: string
  /** The key of the profile, or the option, that is lacking. */
  readonly key: string
  /** The profile says that there is none. */
  readonly off?: true
  /** The request to judge was never sent. */
  readonly unsent?: true
}

interface NeedsOptions {
  readonly allowLiveBookings: boolean
}

/** Whether this profile has what a scenario and its check (or observation) cannot do without; null: it has. */
export function unmet(
  pack: Pick<Pack, 'contract' | 'needs' | 'operations'>,
  profile: Profile,
  what: Pick<Scenario, 'uses' | 'needs'> | null,
  check: Pick<Check, 'uses' | 'needs'> | Pick<Observation, never> | null,
  options: NeedsOptions,
): Excluded | null {
  const own: Pick<Check, 'uses' | 'needs'> = check ?? {}
  const uses = [...(own.uses ?? []), ...(what?.uses ?? [])]
  const offered: Readonly<Record<string, Operation | null>> = profile.operations
  const notOffered = uses.filter((operation) => offered[operation] === null)
  const optional = new Set(
    pack.contract.lifecycle.triggers.flatMap((each) => (each.optional === true ? [each.id] : [])),
  )
  const firm = notOffered.find((operation) => !optional.has(operation))
  if (firm !== undefined)
    return {
      outcome: 'untested',
      reason: `the profile declares ${firm} as not offered, which the documents do not call optional`,
      remedy: `give operations.${firm}.request`,
      key: `operations.${firm}`,
    }
  const [loose] = notOffered
  if (loose !== undefined)
    return {
      outcome: 'not-applicable',
      reason: `${loose} is optional and declared as not offered`,
      remedy: `give operations.${loose}.request once the target offers it`,
      key: `operations.${loose}`,
      off: true,
    }
  const names = [...(own.needs ?? []), ...(what?.needs ?? [])]
  const need = names.flatMap((name) => pack.needs[name] ?? []).find(({ has }) => !has(profile))
  if (need !== undefined) {
    const { outcome = 'untested', reason, remedy, key, isSent } = need
    return { outcome, reason, remedy, key, ...(isSent && { unsent: true }) }
  }
  if (uses.some((name) => pack.operations[name]?.commits === true) && !mayCommit(profile, options))
    return {
      outcome: 'untested',
      reason: 'the target is live, where nothing is done for good',
      remedy: 'run it against a sandbox, or with --allow-live-bookings',
      key: '--allow-live-bookings',
    }
  return null
}
