import { isoOf } from '../contract/instant.js'
import type { Profile } from '../profile/profile.js'
import { redactedProfile } from '../profile/recordedProfile.js'
import type { Spending } from '../suite/context.js'
import type { Pack } from '../suite/pack.js'
import type { Ageing, Plan } from '../evidence/evidence.js'
import { plannedChecks } from './plannedChecks.js'
import { toolVersion } from '../contract/specFile.js'

/** The choices of one run; each has a default. */
export interface PlanOptions {
  readonly seed?: number
  readonly effort?: Spending
  readonly strict?: boolean
  readonly only?: readonly string[]
  readonly allowUntested?: readonly string[]
  readonly allowLiveBookings?: boolean
  /** Let holds age by waiting, where the target has no test clock. */
  readonly wait?: boolean
  /** See `Plan.command`. */
  readonly command?: readonly string[]
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
