import { Stop } from './stop.js'
import { isoOf, nearestInstant } from '../contract/instant.js'
import { expandTemplates, type RunValues } from '../profile/templates.js'
import type { Json } from '../profile/profile.js'

/** A template of the profile asks for what no answer has: no request that needs it can be made. */
export class WrongTemplate extends Stop {
  readonly code = 'OCTOSPEC_WRONG_PROFILE'

  constructor(template: string, why: string, what: string) {
    super(
      `the profile asks for ${template}, and ${why}`,
      `mend the template ${template} in the profile: a JSON Pointer inside one ${what}`,
    )
  }
}

/** A day is asked for that the calendar of the target's time does not reach: its clock stands at the end of all years. */
export class NoSuchDay extends Stop {
  readonly code = 'OCTOSPEC_WRONG_PROFILE'

  constructor(now: number) {
    super(
      `the time of the target is ${isoOf(now)}, and a request asks for a day after the last of the calendar`,
      'set the clock of the target back',
    )
  }
}

/**
 * The templates of a payload filled in as of a time of the target, in milliseconds since 1970.
 * @throws NoSuchDay where the calendar ends before a day that is asked for
 */
export function templatesFilled(value: Json, now: number, run?: RunValues): Json {
  try {
    return expandTemplates(value, new Date(nearestInstant(now)), run)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new NoSuchDay(now)
  }
}
