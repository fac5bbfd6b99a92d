import type { Operation, Profile } from '../profile/profile.js'
import type { Check, Observation } from '../suite/check.js'
import { mayCommit } from '../suite/mayCommit.js'
import type { Pack } from '../suite/pack.js'
import type { Scenario } from '../suite/scenario.js'

export interface Excluded {
  readonly outcome: 'untested' | 'not-applicable'
  readonly reason: string
  readonly remedy: string
  /** The key of the profile, or the option, that is lacking. */
  readonly key: string
  /** The profile says that there is none. */
  readonly off?: true
  /** What would be judged was never sent. */
  readonly unsent?: true
}

export interface NeedsOptions {
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
