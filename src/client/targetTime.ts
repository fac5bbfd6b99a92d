import { isInstant, nearestInstant, type Instant } from '../contract/instant.js'
import type { Profile } from '../profile/profile.js'
import type { Answer } from './answer.js'
import type { Bindable } from './bindRequest.js'
import type { Call } from './target.js'
import type { Clock } from './clock.js'
import { ClockFault, clockFields, clockMove, clockRead, testClockOf, timeShown, wrongMove } from './testClock.js'

/** What two clocks may differ by, in milliseconds, and still be thought to go together. */
const leastAhead = 120_000
/** What a hold must tell of the target's time, in minutes, to be believed: more than a time of a wrong zone is off by. */
const surelyAhead = 27 * 60

/** Asks the test clock something. @param by minutes, for the record */
export type AskClock = (operation: Bindable, by: number, fields: Call['fields']) => Promise<Answer>

/** What a session knows of the target's time, and how it moves it. */
export interface TargetTime {
  /** See `TargetSession.clockMinutes`. */
  readonly minutes: number
  /** See `TargetSession.clockMovedAt`. */
  readonly movedAt: number | null
  /** See `TargetSession.ahead`. */
  readonly ahead: number | null
  /** The target's time, in milliseconds since the epoch, as far as it is known. */
  now(): Instant
  /** What a booking tells of it: the first is believed. @param minutes null: it tells nothing */
  hear(minutes: number | null): void
  /** See `Target.advanceClock`. */
  advance(minutes: number, ask: AskClock): Promise<Answer>
}

export function targetTime(profile: Profile, clock: Clock): TargetTime {
  let moved = 0
  let movedAt: number | null = null
  let shown: { readonly time: number; readonly at: number } | null = null
  /** By how many milliseconds the target's time was ahead of ours when the session came to it: earlier runs may have moved its clock. */
  let ahead = 0
  /** The same in minutes, to the second, or as the first booking told; null: nothing did. */
  let told: number | null = null
  let isProven = false

  /** A test clock that does not show where it stands is known by the first hold. */
  const aheadNow = (): number =>
    profile.clock !== null && shown === null && Math.abs(told ?? 0) > surelyAhead ? (told ?? 0) * 60_000 : ahead

  const see = (time: number, minutes: number): void => {
    shown = { time, at: clock.now() }
    const off = time - clock.now() - (moved + minutes) * 60_000
    ahead = Math.abs(off) < leastAhead ? 0 : off
    told = off / 60_000
  }

  return {
    get minutes() {
      return moved
    },
    get movedAt() {
      return movedAt
    },
    get ahead() {
      return told
    },
    now: () => nearestInstant(clock.now() + moved * 60_000 + aheadNow()),
    hear(minutes) {
      if (minutes !== null && isInstant(clock.now() + minutes * 60_000)) told ??= minutes
    },
    async advance(minutes, ask) {
      const testClock = testClockOf(profile)
      const move = clockMove(testClock)
      const reads = clockRead(testClock)
      let before: number | null = null
      if (reads !== null) {
        const read = await ask(reads, 0, {})
        if (!read.accepted) return read
        before = timeShown(testClock, read)
        // What a move by nothing would show is read by now; some refuse such a move.
        if (minutes === 0 && before !== null && testClock.at === undefined) {
          see(before, 0)
          return read
        }
      } else if (minutes !== 0 && typeof testClock.now === 'string' && !isProven) {
        // Whether it goes on by itself is not known: what it showed a quarter of the move ago tells minutes from seconds all the same.
        const lately = shown !== null && clock.now() - shown.at < minutes * 15_000 ? shown.time : null
        const known = testClock.at === undefined ? lately : null
        before = known ?? timeShown(testClock, await ask(move, 0, clockFields(0, null)))
      }
      const answer = await ask(move, minutes, clockFields(minutes, before))
      const after = timeShown(testClock, answer)
      if (after !== null) see(after, minutes)
      if (!answer.accepted || minutes === 0) return answer
      if (before !== null && after !== null) {
        const wrong = wrongMove(minutes, (after - before) / 60_000, 'the time that it shows')
        if (wrong !== null) throw new ClockFault(wrong.reason, wrong.remedy, answer)
        isProven = true
      }
      moved += minutes
      movedAt = clock.now()
      return answer
    },
  }
}
