import { departure } from '../contract/publishedShape.js'
import { byWord } from './entries.js'
import { isMap } from './mergeProfile.js'
import type { Json, Profile } from './profile.js'
import type { ProfileKeys } from './profileKeys.js'

/**
 * The profile that {@link redactedProfile} wrote, for judging a run again. It has no secrets, so it cannot be used to send.
 * @throws TypeError where the JSON is no such profile.
 */
export function profileFromEvidence<Own extends Profile>(json: Json, keys: ProfileKeys<Own>): Own {
  const wrong = departure('evidence.schema.json', json, 'profile') ?? keys.recordedDeparture(json)
  if (wrong !== null)
    throw new TypeError(
      `the evidence holds no profile of a run: it was cut short, edited, or written by another version of octospec (${wrong})`,
    )
  // The schemas describe what redactedProfile writes.
  const { declared, limits, ...rest } = json as unknown as RecordedProfile
  const byWords = Object.entries(keys.root.members ?? {}).flatMap(([name, { words }]): [string, unknown][] => {
    const recorded = isMap(json) ? json[name] : undefined
    return words === undefined || recorded === undefined ? [] : [[name, byWord(words, recorded, (entry) => entry)]]
  })
  return {
    ...rest,
    ...Object.fromEntries(byWords),
    limits: { ...limits, requestsPerSecond: limits.requestsPerSecond ?? Infinity },
    declared: new Set(declared),
    secrets: new Map(),
    variables: [],
    tls: {},
    tlsFiles: [],
    tokenCommands: { reseller: null, other: null },
  } as unknown as Own
}

/** A profile as JSON: see {@link redactedProfile}. */
type RecordedProfile = Omit<
  Profile,
  'declared' | 'secrets' | 'variables' | 'tls' | 'tlsFiles' | 'tokenCommands' | 'limits'
> & {
  readonly declared: readonly string[]
  readonly limits: Omit<Profile['limits'], 'requestsPerSecond'> & { readonly requestsPerSecond: number | null }
}
