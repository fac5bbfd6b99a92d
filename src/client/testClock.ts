import { instantIn, isInstant, isoOf, toInstant, type Instant } from '../contract/instant.js'
import { readPointer } from '../contract/json.js'
import type { HelperRequest, Json, Place, Profile, TestClock } from '../profile/profile.js'
import type { Answer } from './answer.js'
import type { Bindable } from './bindRequest.js'
import { Stop } from './stop.js'

const bare = { query: {}, body: {} }

export class ClockFault extends Stop {
  readonly answer: Answer

  constructor(reason: string, remedy: string, answer: Answer) {
    super(reason, remedy, answer.n)
    this.answer = answer
  }
}

/** @throws Stop where the target has none */
export function testClockOf({ clock }: Pick<Profile, 'clock'>): TestClock {
  if (clock !== null) return clock
  throw new Stop('the target has no test clock', 'declare clock in the profile, if the target has one', null, 'clock')
}

export function clockMove({ minutes, seconds, at, ...clock }: TestClock): Bindable {
  const places = Object.entries({ minutes, seconds, at }).filter(
    (each): each is [string, Place] => each[1] !== undefined,
  )
  return { ...bare, ...askedOf(clock), fields: Object.fromEntries(places) }
}

export function clockRead({ read, ...clock }: TestClock): Bindable | null {
  return read === undefined ? null : { ...bare, ...askedOf({ ...clock, ...read }), fields: {} }
}

function askedOf({ method, path, url, headers = {} }: HelperRequest): Pick<Bindable, keyof HelperRequest> {
  return { method, path, headers, ...(url !== undefined && { url }) }
}

/** By how much it is to be moved, in every form that a test clock may take. @param now what it shows; null: that is not known */
export function clockFields(minutes: number, now: number | null): Readonly<Record<string, Json>> {
  const to = now === null ? null : now + minutes * 60_000
  if (!Number.isFinite(minutes) || (to !== null && !isInstant(to)))
    throw new Stop(
      `a test clock that is moved by ${minutes} minutes would leave the calendar`,
      'set the clock of the target back, if it stands that far ahead',
    )
  const at = to === null ? {} : { at: isoOf(to) }
  return { minutes, seconds: minutes * 60, ...at }
}

/** The time that an answer of the test clock shows, in milliseconds since the epoch; null: the profile does not say where. */
export function timeShown({ now }: TestClock, answer: Answer): Instant | null {
  if (typeof now !== 'string' || !answer.accepted) return null
  const shown = readPointer<Json>(answer.json ?? null, now)
  const time = typeof shown === 'number' ? toInstant(shown > 1e11 ? shown : shown * 1000) : timeIn(shown)
  if (time !== undefined && time >= 0) return time
  throw new ClockFault(`the test clock shows no time at '${now}'`, 'see clock.now in the profile', answer)
}

/** Without a zone it is UTC. */
function timeIn(shown: Json | undefined): Instant | undefined {
  if (typeof shown !== 'string') return undefined
  const [, time] = shown.toUpperCase().split('T', 2)
  return instantIn(time === undefined || /[Z+-]/.test(time) ? shown : `${shown}Z`)
}

/** How a move of the test clock went wrong, by the minutes that the target's time went on; null: it did not. */
export function wrongMove(
  minutes: number,
  seen: number,
  by: string,
): { readonly reason: string; readonly remedy: string } | null {
  if (seen >= minutes / 2 && seen <= minutes * 2 + 1) return null
  const went = Math.round(seen * 100) / 100
  return {
    reason: `the test clock was to move forward by ${minutes} min, and ${by} went on by ${went} min`,
    remedy:
      'see whether clock.minutes, clock.seconds or clock.at of the profile is what the clock takes, and that nobody else moves it',
  }
}
