import type { OperationName, Profile } from '../profile/profile.js'
import type { Check, Observation } from '../suite/check.js'
import type { Need, Scenario } from '../suite/scenario.js'
import type { Ageing } from '../evidence/evidence.js'

/** Why something is not even tried. */
export interface Excluded {
  readonly outcome: 'untested' | 'not-applicable'
  readonly reason: string
  readonly remedy: string
}

/** Operations that the documents call optional (1.4): not to offer them is legal. */
const optional: ReadonlySet<OperationName> = new Set(['extend', 'update', 'cancel'])

const missing: Readonly<
  Record<
    Need,
    {
      has: (profile: Profile, ageing: Ageing) => boolean
      reason: string
      remedy: string
      outcome?: Excluded['outcome']
    }
  >
> = {
  otherReseller: {
    has: (profile) => profile.otherReseller !== null,
    reason: 'the profile has no second reseller',
    remedy: 'give otherReseller.headers: the credentials of a second account',
  },
  lateStart: {
    has: (profile) => profile.bookable.lateStart !== null,
    reason: 'the profile has nothing to book whose cancellation window has passed',
    remedy: 'give bookable.lateStart: a product and option that start too soon to be cancelled',
  },
  clock: {
    has: (profile) => profile.clock !== null,
    reason: 'the target has no test clock',
    remedy: 'give clock.request, or run with --wait, or come back with octospec settle',
  },
  redeem: {
    has: (profile) => profile.redeem !== null,
    reason: 'the profile does not say how a test booking is redeemed',
    remedy: 'give redeem.request',
  },
  exclusive: {
    has: (profile) => profile.availability.exclusive,
    // A second hold of an availability with room for it is legal: there is nothing to verify.
    outcome: 'not-applicable',
    reason: 'the profile does not say that an availability can be held by one booking at a time only',
    remedy: 'set availability.exclusive: true if that is so',
  },
}

export interface NeedsOptions {
  readonly ageing: Ageing
  readonly allowLiveBookings: boolean
}

/** Whether this profile has what a scenario and its check (or observation) cannot do without; null: it has. */
export function unmet(
  profile: Profile,
  what: Pick<Scenario, 'uses' | 'needs'> | null,
  check: Pick<Check, 'uses' | 'needs'> | Pick<Observation, never> | null,
  options: NeedsOptions,
): Excluded | null {
  const own: Pick<Check, 'uses' | 'needs'> = check ?? {}
  const uses: readonly OperationName[] = [...(own.uses ?? []), ...(what?.uses ?? [])]
  const notOffered = uses.filter((operation) => profile.operations[operation] === null)
  const firm = notOffered.find((operation) => !optional.has(operation))
  if (firm !== undefined)
    return {
      outcome: 'untested',
      reason: `the profile declares ${firm} as not offered, which the documents do not call optional`,
      remedy: `give operations.${firm}.request`,
    }
  const [loose] = notOffered
  if (loose !== undefined)
    return {
      outcome: 'not-applicable',
      reason: `${loose} is optional and declared as not offered`,
      remedy: `give operations.${loose}.request once the target offers it`,
    }
  const need = [...(own.needs ?? []), ...(what?.needs ?? [])].find(
    (name) => !missing[name].has(profile, options.ageing),
  )
  if (need !== undefined) {
    const { outcome = 'untested', reason, remedy } = missing[need]
    return { outcome, reason, remedy }
  }
  if (uses.includes('confirm') && profile.target.environment === 'live' && !options.allowLiveBookings)
    return {
      outcome: 'untested',
      reason: 'the target is live, where nothing is confirmed',
      remedy: 'run it against a sandbox, or with --allow-live-bookings',
    }
  return null
}
