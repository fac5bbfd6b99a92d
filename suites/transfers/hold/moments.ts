import type { Profile, Visit } from '../vocabulary/index.js'

/** The stage times of the hold timelines, in minutes. Each is certain, whatever the minutes of extend count from. */
export interface Moments {
  /** The hold time of a short hold: the shortest there is. */
  readonly short: number
  /** The short hold is still held, and latest when it surely is. */
  readonly before: number
  readonly beforeLatest: number
  /** The short hold is over, and late it may no longer show. */
  readonly after: number
  /** A hold time whose last minute begins at `after`. */
  readonly last: number
  /** A hold time that is over when nothing has been read since, and when that is: all else is read at `after`. */
  readonly unseen: number
  readonly unseenAfter: number
  /** Minutes by which a short hold is extended: it outlives `after`, counted from the reserve, from then, or added. */
  readonly extension: number
  /** Minutes of an extension that is followed by one of `medium` at once, at whose end the first one is over. */
  readonly firstExtension: number
  /** Minutes of a second extension: more than the first, at most 200 in all; null: there is no room for one. */
  readonly secondExtension: number | null
  /** The extended hold is still held, and latest when it surely is. */
  readonly extendedBefore: number
  readonly extendedBeforeLatest: number
  /** The extended hold is over, also where the minutes were added. */
  readonly extendedAfter: number
  /** A hold time that outlives `after` by far. */
  readonly medium: number
  readonly mediumBefore: number
  readonly mediumAfter: number
  /** The longest hold there is; looked at only where a test clock makes that quick. */
  readonly long: number
  readonly longBefore: number
  readonly longAfter: number
}

/** Two visits see all but what has another time beside these, and no must clause rests on that alone. */
export function visitsOf(profile: Profile): readonly Visit[] {
  const { after, extendedBefore, extendedAfter, mediumAfter } = momentsOf(profile)
  return [
    { from: after, until: extendedBefore, sees: 'when some holds are over and extended ones are not' },
    { from: Math.max(extendedAfter, mediumAfter), sees: 'when those are over as well' },
  ]
}

/** What the first stage of a timeline may take: a grace of a few seconds is none of a minute. */
const firstSeconds = 45
const shortest = 20
const longest = 200

export function momentsOf(profile: Profile): Moments {
  // Some time more than the grace: the first requests of a timeline take their time.
  const grace = Math.ceil((profile.hold.graceSeconds + firstSeconds) / 60)
  const after = shortest + grace
  // A test clock is moved to each moment; without one somebody comes back, and needs time for that.
  const quick = profile.clock !== null
  const extension = Math.min(longest - shortest, after + (quick ? 24 : 18))
  const medium = Math.min(longest - shortest, after + (quick ? 24 : 38))
  const second = Math.min(longest - shortest, after + 38)
  return {
    short: shortest,
    before: 17,
    beforeLatest: 19,
    after,
    last: after + 1,
    unseen: after + 3,
    unseenAfter: after + 3 + grace,
    extension,
    firstExtension: quick ? Math.min(longest - shortest, after + 2) : extension,
    secondExtension: shortest + extension + second <= longest ? second : null,
    extendedBefore: extension - (quick ? 3 : 2),
    extendedBeforeLatest: extension - 1,
    extendedAfter: shortest + extension + grace,
    medium,
    mediumBefore: medium - (quick ? 3 : 5),
    mediumAfter: medium + grace,
    long: longest,
    longBefore: longest - 7,
    longAfter: longest + grace,
  }
}
