import { isInstant, nearestInstant, instantIn, isoOf, toInstant, type Instant } from '../contract/instant.js'
import type { Profile, HelperRequest, Json, Place, TestClock } from '../profile/profile.js'
import type { Answer } from './answer.js'
import type { Bindable } from './service.js'
import type { Call } from './target.js'
import type { Clock } from './clock.js'
import { readPointer } from '../contract/json.js'
import { Stop } from './stop.js'

/** Milliseconds that two clocks may differ by and still be thought to go together. */
const leastAhead = 120_000
/** Minutes that a hold must show the target's time ahead, to be believed: more than any wrong time zone is off by. */
const surelyAhead = 27 * 60

/** Asks the test clock something. @param by minutes, for the record */
type AskClock = (operation: Bindable, by: number, fields: Call['fields']) => Promise<Answer>

/** The target's time, as far as a session knows it, and the way to move it. */
export class TargetTime {
  /** See `TargetSession.clockMinutes`. */
  minutes = 0
  /** See `TargetSession.clockMovedAt`. */
  movedAt: number | null = null
  /** See `TargetSession.ahead`: to the second, or as the first booking told. */
  ahead: number | null = null
  readonly #profile: Pick<Profile, 'clock'>
  readonly #clock: Clock
  #shown: { readonly time: number; readonly at: number } | null = null
  /** Milliseconds that the target's time was ahead at the session's start: earlier runs may have moved its clock. */
  #aheadAtFirst = 0
  #isProven = false

  constructor(profile: Pick<Profile, 'clock'>, clock: Clock) {
    this.#profile = profile
    this.#clock = clock
  }

  /** The target's time, in milliseconds since the epoch, as far as it is known. */
  now(): Instant {
    const told = this.ahead ?? 0
    // A test clock that does not show where it stands is known by the first hold.
    const isTold = this.#profile.clock !== null && this.#shown === null && Math.abs(told) > surelyAhead
    return nearestInstant(this.#clock.now() + this.minutes * 60_000 + (isTold ? told * 60_000 : this.#aheadAtFirst))
  }

  /** A booking tells of it: the first is believed. @param minutes null: it tells nothing */
  hear(minutes: number | null): void {
    if (minutes !== null && isInstant(this.#clock.now() + minutes * 60_000)) this.ahead ??= minutes
  }

  /** See `Target.advanceClock`. */
  async advance(minutes: number, ask: AskClock): Promise<Answer> {
    const testClock = testClockOf(this.#profile)
    const move = clockMove(testClock)
    const reads = clockRead(testClock)
    let before: number | null = null
    if (reads !== null) {
      const read = await ask(reads, 0, {})
      if (!read.accepted) return read
      before = timeShown(testClock, read)
      // What a move by nothing would show is read by now; some refuse such a move.
      if (minutes === 0 && before !== null && testClock.at === undefined) {
        this.#see(before, 0)
        return read
      }
    } else if (minutes !== 0 && typeof testClock.now === 'string' && !this.#isProven) {
      // The clock may stand still: what it showed a quarter of the move ago still tells minutes from seconds.
      const isLate = this.#shown !== null && this.#clock.now() - this.#shown.at < minutes * 15_000
      const known = testClock.at === undefined && isLate ? (this.#shown?.time ?? null) : null
      before = known ?? timeShown(testClock, await ask(move, 0, clockFields(0, null)))
    }
    const answer = await ask(move, minutes, clockFields(minutes, before))
    const after = timeShown(testClock, answer)
    if (after !== null) this.#see(after, minutes)
    if (!answer.accepted || minutes === 0) return answer
    if (before !== null && after !== null) {
      const wrong = wrongMove(minutes, (after - before) / 60_000, 'the time that it shows')
      if (wrong !== null) throw new ClockFault(wrong.reason, wrong.remedy, answer)
      this.#isProven = true
    }
    this.minutes += minutes
    this.movedAt = this.#clock.now()
    return answer
  }

  #see(time: number, minutes: number): void {
    this.#shown = { time, at: this.#clock.now() }
    const off = time - this.#clock.now() - (this.minutes + minutes) * 60_000
    this.#aheadAtFirst = Math.abs(off) < leastAhead ? 0 : off
    this.ahead = off / 60_000
  }
}

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

/** The move in every form that a test clock may take. @param now what the clock shows; null: that is not known */
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

/** The time that a test clock's answer shows, in milliseconds since the epoch; null: the profile does not say where. */
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
