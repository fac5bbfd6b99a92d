import type { Answer } from '../../wire/answer.js'
import type { Target } from '../../wire/target.js'
import type { Profile } from '../../profile/profile.js'

/** How far the walk of a run goes. */
export interface WalkOptions {
  /** The run makes bookings: without, the first step is all. */
  readonly books: boolean
  /** A booking may be confirmed here. */
  readonly commits: boolean
  /** By how many minutes the target's test clock is moved; null: the run does not move it. */
  readonly clockMinutes: number | null
  /** What else the profile names to book is looked at: whoever walks wants to know, and a run finds out by itself. */
  readonly looksAround?: true
}

/** With what a pack walks. */
export interface WalkRoute extends WalkOptions {
  readonly target: Target
  readonly profile: Profile
  /** What the scenarios of the run take from each other: the pack's own. */
  readonly shared: object
  /**
   * Waits for an answer, and notes it as a step for whoever walks to see.
   * @param ifRefused what a refusal means; null: it may be something to mend
   */
  readonly step: <Own extends Answer>(
    name: string,
    answer: Promise<Own>,
    ifRefused?: (refusal: Own) => string | null,
  ) => Promise<Own>
  /** Notes what is not as it should be, and may be the profile's matter or the server's. */
  readonly note: (text: string) => void
  /** Notes a need of checks that the profile seems to fill, and does not. */
  readonly lacks: (need: Lack) => void
}

/** Something that a profile names, and that is not what it is named for. */
export interface Lack {
  readonly need: string
  readonly reason: string
  readonly remedy: string
}

/** How a service is walked along the path of one booking before anything is judged. */
export interface Walk {
  /** How many bookings it makes at most, where it books. */
  readonly bookings: number
  /** The first step alone: it needs nothing and makes nothing. */
  first(target: Target, profile: Profile): Promise<Answer>
  /**
   * The whole of it. What fails in a way that can only be the address, the credentials or the profile ends it.
   * @throws WalkFault for that; Stop where a limit of the profile ends it, or an answer was lost
   */
  path(route: WalkRoute): Promise<void>
  /** Ends one of what may be ids of a booking that was made; those that it ended. */
  endAny(ids: readonly string[], target: Target, profile: Profile): Promise<readonly string[]>
}
