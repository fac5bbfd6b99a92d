import {
  idText,
  instantOf,
  momentOf,
  surelyPassed,
  readPointer,
  soonOf,
  untested,
  checksOf,
  templatesFilled,
} from '../vocabulary/index.js'
import type { Answer, Bookable, Context, Json, Judgement, Moment, Profile } from '../vocabulary/index.js'
import { change, updateAsTaken } from '../update/updater.js'
import { targetAhead, tellsOtherTime } from '../vocabulary/times.js'

/** When bookings of bookable.closing are looked at, in minutes after they were made. */
export interface Edge {
  /** Shortly before the cancellation window closes, and latest when it surely has not. */
  readonly before: number
  readonly beforeLatest: number
  readonly after: number
}

function edgeOf(cutOff: number): Edge {
  return { before: cutOff - 2, beforeLatest: cutOff - 1, after: cutOff + 3 }
}

export type Seen = Answer | null | undefined

/** How an availability of bookable.closing was taken: the check that named it, and the reservation or the update. */
export interface Taken {
  readonly checked: Seen
  readonly taken?: Seen
  /** A reservation of the same scenario, whose answer tells the target's time. */
  readonly reserved?: Seen
  /** `Context.ahead` by then. */
  readonly ahead?: number | null | undefined
  /** What says when its window closes, where that is not one of bookable.closing. */
  readonly by?: Bookable
  /** Which one of bookable.closing it is of; the first unless given. */
  readonly which?: number | undefined
}

/** What of bookable.closing it is of, and how a profile calls that. */
export function namedIn({ which = 0 }: Pick<Taken, 'which'>, { bookable }: Profile): { soon?: Bookable; key: string } {
  const soon = bookable.closing[which]
  return { ...(soon && { soon }), key: soonKey(which) }
}

/** How a profile calls one of bookable.closing: the first as if there were no other. */
export function soonKey(which: number): string {
  return which === 0 ? 'bookable.closing' : `bookable.closing.${which}`
}

/** How many minutes sooner or later the window may close than counted from the check: services count in whole ones. */
const toTheMinute = 1
/** The same where the target's time is read off a hold that it made, whose end may be in whole minutes as well. */
const toTwoMinutes = 2

/** Minutes before a window closes in which it is seen to be open still. */
const longBefore = 30

/** Minutes ahead that a window may close: so far a test clock is moved; without one it is waited for. */
const [farthest, farthestWaited] = [90 * 24 * 60, 200]

function reachOf({ clock }: Profile): number {
  return clock === null ? farthestWaited : farthest
}

/** When to look at one, in minutes after its availability check; null: its window's end is unknown or too far off. */
export function edgeAt(own: Taken, profile: Profile): Edge | null {
  const cutOff = closesIn(own, profile)
  if (cutOff === null || cutOff > reachOf(profile)) return null
  if (namedIn(own, profile).soon?.cutOffAt === undefined) return edgeOf(cutOff)
  return { before: cutOff - 3.5, beforeLatest: cutOff - 2, after: cutOff + 4 }
}

/** So many minutes after its availability was checked the window closes; null: that is not known. */
export function closesIn(own: Taken, profile: Profile): number | null {
  const closes = closesOf(own, profile)
  return closes === null || !own.checked ? null : (closes.earliest + closes.latest) / 2 - momentOf(own.checked).earliest
}

/** When what was booked first of bookable.closing is looked at, by what the first stage has come to. */
export function edgeFor(own: Partial<Taken>, profile: Profile): Edge {
  const soon = soonOf(profile)
  if (soon?.cutOffAt === undefined) return edgeOf(soon?.cutOffMinutes ?? 0)
  const unknown = { before: 0, beforeLatest: 0, after: 0 }
  return edgeAt({ checked: null, ...own }, profile) ?? unknown
}

/** When the window of what was taken closes, on octospec's clock as `momentOf` has it; null: that is not known. */
function closesOf(own: Taken, profile: Profile): Moment | null {
  const { checked, taken, reserved, ahead: shown } = own
  const { cutOffAt, cutOffBefore = 0, cutOffMinutes = 0 } = own.by ?? namedIn(own, profile).soon ?? {}
  if (cutOffAt === undefined) {
    if (!checked) return null
    const { earliest, latest } = momentOf(checked)
    return { earliest: earliest + cutOffMinutes - toTheMinute, latest: latest + cutOffMinutes + toTheMinute }
  }
  const named = taken ? (closesAt(checked, taken, cutOffAt) ?? null) : null
  const at = named === null ? null : named - cutOffBefore
  const ahead = reserved ? targetAhead(reserved, shown ?? null, profile.clock) : null
  if (at === null || ahead === null || !reserved) return null
  const { earliest, latest } = momentOf(reserved)
  return { earliest: at - ahead - toTwoMinutes, latest: at - ahead + latest - earliest + toTwoMinutes }
}

/** The moment at cutOffAt in the availability, else in its booking: minutes since the epoch by the server's clock. */
function closesAt(checked: Seen, taken: Answer, pointer: string): number | undefined {
  const id = taken.exchange.input['availabilityId']
  const item = checked?.items.find((each) => checked.availabilityIdOf(each) === id)
  return (
    instantOf(readPointer<Json>(item ?? null, pointer)) ?? instantOf(readPointer<Json>(taken.json ?? null, pointer))
  )
}

/**
 * Untested where an answer may have come after the window of this availability closed: pauses that a server asks for,
 * or a slow network, may lie between. null: it came before.
 */
export function judgeOpen(own: Taken, seen: Seen, profile: Profile): Judgement | null {
  if (!seen) return null
  const closes = closesOf(own, profile)
  return closes !== null && momentOf(seen).latest < closes.earliest
    ? null
    : uncertain('may have closed already', own, closes, profile)
}

/** The same, and untested where the window closes long after the answer: that shows nothing of the window's end. */
export function judgeJustOpen(own: Taken, seen: Seen, profile: Profile): Judgement | null {
  const early = judgeOpen(own, seen, profile)
  const closes = closesOf(own, profile)
  if (!seen || early !== null || closes === null) return early
  const ahead = closes.latest - momentOf(seen).earliest
  return ahead <= longBefore
    ? null
    : untested(
        `there was room for one booking of bookable.closing at a time, and the window of the second one closed ${inTime(ahead)} after it was looked at`,
        'make bookable.closing something that several bookings can have',
      )
}

/** Untested where a request was not sent after that window surely closed; null: it was. */
export function judgeClosed(own: Taken, seen: Seen, profile: Profile): Judgement | null {
  if (!seen) return null
  const closes = closesOf(own, profile)
  const { soon, key } = namedIn(own, profile)
  const from = soon?.cutOffAt === undefined ? own.checked : own.reserved
  const ahead = closes === null || !from ? null : closes.latest - momentOf(from).latest
  if (ahead !== null && from && surelyPassed(from, seen) >= ahead) return null
  const far = ahead === null ? null : beyondReach(ahead - 2 * toTwoMinutes, profile, key)
  return far === null ? uncertain('may not have closed yet', own, closes, profile) : untested(far.reason, far.remedy)
}

/** Whether a window had closed before an answer was asked for, by the time that what it is of names. */
export function hadClosed(own: Taken & { readonly by: Bookable }, seen: Answer): boolean {
  const closes = closesOf(own, seen.profile)
  return closes !== null && closes.latest < momentOf(seen).earliest
}

/** A failure by hand-counted minutes is untested where the check names several availabilities, with a window each. */
export function ifOneWindow(own: Taken, profile: Profile, judged: Judgement): Judgement {
  const { checked } = own
  const { soon, key } = namedIn(own, profile)
  const several = checked?.accepted === true ? new Set(checked.availabilityIds).size : 0
  if (judged.outcome !== 'fail' || several < 2 || soon?.cutOffAt !== undefined) return judged
  return untested(
    `the availability check of ${key} names ${several} availabilities, whose cancellation windows may close at several times`,
    `give ${key}.cutOffAt, where each says when it can be cancelled no more; or an availability check that names those of one window`,
  )
}

/** Why a window that closes in so many minutes is not seen to close; null: a run may wait for it, or move the clock. */
export function beyondReach(
  ahead: number,
  profile: Profile,
  key: string,
): { readonly reason: string; readonly remedy: string } | null {
  if (ahead <= reachOf(profile)) return null
  const reach = inTime(reachOf(profile))
  return {
    reason: `the cancellation window of ${key} closes in ${inTime(ahead)}, and ${profile.clock === null ? `without a test clock it is waited for ${reach} at most` : `a test clock is moved by ${reach} at most`}`,
    remedy: `name nearer days in ${key}.availability`,
  }
}

/** Why one is not looked at, see `edgeAt`; null: it is. */
export function unseen(own: Taken, profile: Profile): Judgement | null {
  const { key } = namedIn(own, profile)
  const closes = closesIn(own, profile)
  const why = closes === null ? unknownClose(key, own) : beyondReach(closes, profile, key)
  return why === null ? null : untested(why.reason, why.remedy)
}

/** So many minutes, in words: hours and days where there are many. */
export function inTime(minutes: number): string {
  const hours = minutes / 60
  if (hours < 10) return `${Math.round(minutes)} minutes`
  return hours < 72 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`
}

export function unknownClose(
  key: string,
  { reserved, ahead }: Partial<Taken> = {},
): { readonly reason: string; readonly remedy: string } {
  if (reserved && tellsOtherTime(reserved, ahead ?? null))
    return {
      reason: `when the cancellation window of ${key} closes is not known: the end of the hold (request ${reserved.n}), less its minutes, is another time than the target told before`,
      remedy: 'see whether holds of the target last as long as they were asked for, and clock.now in the profile',
    }
  return {
    reason: `when the cancellation window of ${key} closes is not known: nothing stands at cutOffAt, or what time it is for the target cannot be told`,
    remedy: `see ${key}.cutOffAt in the profile, and booking.holdEnd, by which the time of the target is known`,
  }
}

function uncertain(why: string, own: Taken, closes: Moment | null, profile: Profile): Judgement {
  const { soon, key } = namedIn(own, profile)
  const unknown = unknownClose(key, own)
  if (closes === null && soon?.cutOffAt !== undefined) return untested(unknown.reason, unknown.remedy)
  return untested(
    `when it was looked at, the cancellation window of ${key} ${why}, by the minute ${soon?.cutOffAt === undefined ? 'in which its availability was checked' : 'that it names itself'}`,
    'run it again when the target or the network is less busy',
  )
}

/** An update of a booking of bookable.closing; null: not offered. @param id a booking other than the reserved one */
export async function updatedAtEdge(
  context: Context,
  reserved: Answer,
  mark: string,
  id: string = reserved.bookingId,
): Promise<Answer | null> {
  if (!context.offers('update')) return null
  const [slot = '', productId = '', optionId = ''] = ['availabilityId', 'productId', 'optionId'].map((name) =>
    idText(reserved.exchange.input[name]),
  )
  const of = { productId, optionId, minutes: minutesOf(reserved) }
  return updateAsTaken(context, id, change(context, context.marker(mark)), { slot, of })
}

/** The hold time that a reservation asked for. */
export function minutesOf({ exchange }: Answer): number {
  const { expirationMinutes } = exchange.input
  return typeof expirationMinutes === 'number' ? expirationMinutes : 0
}

/**
 * Something to book, asked for as on the day of an earlier answer: a test clock moved since then changes `{today}`.
 * @param ahead `Context.ahead` by then
 */
export function asOf(bookable: Bookable, earlier: Answer, ahead: number | null, profile: Profile): Bookable {
  const then = (momentOf(earlier).earliest + (ahead ?? 0)) * 60_000
  const dated = checksOf(bookable).map((check) =>
    Object.entries({ ...profile.operations.availability?.body, ...check }).map(
      ([name, value]) => [name, templatesFilled(value, then)] as const,
    ),
  )
  return { ...bookable, availability: dated.map((members) => Object.fromEntries(members)) }
}
