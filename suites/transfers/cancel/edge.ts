import {
  instantOf,
  momentOf,
  surelyPassed,
  readPointer,
  untested,
  type Answer,
  type Bookable,
  type Context,
  type Json,
  type Judgement,
  type Moment,
  type Profile,
} from '../vocabulary/index.js'
import { TransferAnswer } from '../answer.js'
import { change } from '../update/updater.js'
import { targetAhead } from '../vocabulary/targetAhead.js'

/** When bookings of bookable.soon are looked at, in minutes after they were made. */
export interface Edge {
  /** Shortly before the cancellation window closes, and latest when it surely has not. */
  readonly before: number
  readonly beforeLatest: number
  /** Shortly after. */
  readonly after: number
}

/** A booking of bookable.soon, the availability that it has, and the minutes of its hold. */
export interface AtEdge {
  readonly id: string
  readonly slot: string
  readonly minutes?: number
  /** Of an update of the same target that was accepted. */
  readonly form?: unknown
}

function edgeOf(soon: Bookable | null): Edge {
  const cutOff = soon?.cutOffMinutes ?? 0
  return { before: cutOff - 2, beforeLatest: cutOff - 1, after: cutOff + 3 }
}

type Seen = Answer | null | undefined

/** What took an availability of bookable.soon: the check that named it, and the reservation or the update. */
export interface Taken {
  readonly checked: Seen
  readonly taken?: Seen
  /** A reservation of the same scenario, whose answer tells the target's time. */
  readonly reserved?: Seen
  /** `Context.ahead` by then. */
  readonly ahead?: unknown
  /** What says when its window closes, where that is not bookable.soon. */
  readonly by?: Bookable
}

/** How much sooner or later the window may close than counted from the check, in minutes: services count in whole ones. */
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

/** As `edgeOf` for a booking whose availability says itself when its window closes; all zero: that is not known. */
function edgeAt(own: Taken, profile: Profile): Edge {
  const cutOff = closesIn(own, profile)
  if (cutOff === null || cutOff > reachOf(profile)) return { before: 0, beforeLatest: 0, after: 0 }
  return { before: cutOff - 3.5, beforeLatest: cutOff - 2, after: cutOff + 4 }
}

/** So many minutes after its availability was checked the window closes; null: that is not known. */
export function closesIn(own: Taken, profile: Profile): number | null {
  const closes = closesOf(own, profile)
  return closes === null || !own.checked ? null : (closes.earliest + closes.latest) / 2 - momentOf(own.checked).earliest
}

/** When what was booked first of bookable.soon is looked at, by what the first stage has come to. */
export function edgeFor(profile: Profile, checked: unknown, reserved: unknown, ahead?: unknown): Edge {
  const { soon } = profile.bookable
  if (soon?.cutOffAt === undefined) return edgeOf(soon)
  const [by, taken] = [checked, reserved].map((each) => (each instanceof TransferAnswer ? each : null))
  return edgeAt({ checked: by, taken, reserved: taken, ahead }, profile)
}

/** When the window of what was taken closes, on octospec's clock as `momentOf` has it; null: that is not known. */
function closesOf(
  { checked, taken, reserved, ahead: shown, by }: Taken,
  { bookable: { soon }, clock }: Profile,
): Moment | null {
  const { cutOffAt, cutOffBefore = 0, cutOffMinutes = 0 } = by ?? soon ?? {}
  if (cutOffAt === undefined) {
    if (!checked) return null
    const { earliest, latest } = momentOf(checked)
    return { earliest: earliest + cutOffMinutes - toTheMinute, latest: latest + cutOffMinutes + toTheMinute }
  }
  const named = taken ? (closesAt(checked, taken, cutOffAt) ?? null) : null
  const at = named === null ? null : named - cutOffBefore
  const ahead = reserved ? targetAhead(reserved, typeof shown === 'number' ? shown : null, clock !== null) : null
  if (at === null || ahead === null || !reserved) return null
  const { earliest, latest } = momentOf(reserved)
  return { earliest: at - ahead - toTwoMinutes, latest: at - ahead + latest - earliest + toTwoMinutes }
}

/** The moment that the availability names at cutOffAt, or else its booking: minutes since the epoch by the target's clock. */
function closesAt(checked: Seen, taken: Answer, pointer: string): number | undefined {
  const id = taken.exchange.input['availabilityId']
  const item = checked?.items.find((each) => checked.availabilityIdOf(each) === id)
  return (
    instantOf(readPointer<Json>(item ?? null, pointer)) ?? instantOf(readPointer<Json>(taken.json ?? null, pointer))
  )
}

/**
 * Untested where an answer did not come before the window surely closed that this availability has: pauses that a target
 * asks for, or a slow network, may lie between. null: it did.
 */
export function judgeOpen(own: Taken, seen: Seen, profile: Profile): Judgement | null {
  if (!seen) return null
  const closes = closesOf(own, profile)
  return closes !== null && momentOf(seen).latest < closes.earliest
    ? null
    : uncertain('may have closed already', closes, profile)
}

/** The same where that window closes long after the answer, so that what is still allowed then says nothing of its end. */
export function judgeJustOpen(own: Taken, seen: Seen, profile: Profile): Judgement | null {
  const early = judgeOpen(own, seen, profile)
  const closes = closesOf(own, profile)
  if (!seen || early !== null || closes === null) return early
  const ahead = closes.latest - momentOf(seen).earliest
  return ahead <= longBefore
    ? null
    : untested(
        `there was room for one booking of bookable.soon at a time, and the window of the second one closed ${inTime(ahead)} after it was looked at`,
        'make bookable.soon something that several bookings can have',
      )
}

/** Untested where a request was not sent after that window surely closed; null: it was. */
export function judgeClosed(own: Taken, seen: Seen, profile: Profile): Judgement | null {
  if (!seen) return null
  const closes = closesOf(own, profile)
  const from = profile.bookable.soon?.cutOffAt === undefined ? own.checked : own.reserved
  const ahead = closes === null || !from ? null : closes.latest - momentOf(from).latest
  if (ahead !== null && from && surelyPassed(from, seen) >= ahead) return null
  const far = ahead === null ? null : beyondReach(ahead - 2 * toTwoMinutes, profile)
  return far === null ? uncertain('may not have closed yet', closes, profile) : untested(far.reason, far.remedy)
}

/** What is judged by minutes that were counted by hand: where the check names several availabilities, each may close at its own time. */
export function ifOneWindow({ checked }: Taken, { bookable: { soon } }: Profile, judged: Judgement): Judgement {
  const several = checked?.accepted === true ? new Set(checked.availabilityIds).size : 0
  if (judged.outcome !== 'fail' || several < 2 || soon?.cutOffAt !== undefined) return judged
  return untested(
    `the availability check of bookable.soon names ${several} availabilities, whose cancellation windows may close at several times`,
    'give bookable.soon.cutOffAt, where each says when it can be cancelled no more; or an availability check that names those of one window',
  )
}

/** Why a window that closes in so many minutes is not seen to close; null: a run may wait for it, or move the clock. */
export function beyondReach(
  ahead: number,
  profile: Profile,
): { readonly reason: string; readonly remedy: string } | null {
  if (ahead <= reachOf(profile)) return null
  const reach = inTime(reachOf(profile))
  return {
    reason: `the cancellation window of bookable.soon closes in ${inTime(ahead)}, and ${profile.clock === null ? `without a test clock it is waited for ${reach} at most` : `a test clock is moved by ${reach} at most`}`,
    remedy: 'name nearer days in bookable.soon.availability',
  }
}

/** So many minutes, in words: hours and days where there are many. */
export function inTime(minutes: number): string {
  const hours = minutes / 60
  if (hours < 10) return `${Math.round(minutes)} minutes`
  return hours < 72 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`
}

/** Why nothing is known of the window of what is named with cutOffAt. */
export const unknownClose = {
  reason:
    'when the cancellation window of bookable.soon closes is not known: nothing stands at cutOffAt, or what time it is for the target cannot be told',
  remedy: 'see bookable.soon.cutOffAt in the profile, and booking.holdEnd, by which the time of the target is known',
} as const

function uncertain(why: string, closes: Moment | null, { bookable: { soon } }: Profile): Judgement {
  if (closes === null && soon?.cutOffAt !== undefined) return untested(unknownClose.reason, unknownClose.remedy)
  return untested(
    `when it was looked at, the cancellation window of bookable.soon ${why}, by the minute ${soon?.cutOffAt === undefined ? 'in which its availability was checked' : 'that it names itself'}`,
    'run it again when the target or the network is less busy',
  )
}

/** The update of a booking at the edge of its window, and the form that the target took it in. */
export type UpdatedAtEdge<Name extends string> = { readonly [Update in `${Name}Update`]?: Answer } & {
  readonly form?: 'plain' | 'whole'
}

/**
 * An update of a booking of bookable.soon as `nameUpdate`, nothing where it is not offered. The documents do not say which inputs may
 * be left out: where the plain one is refused and no `form` is known, the whole one is sent; that which was accepted is kept as `form`.
 */
export async function updatedAtEdge<Name extends string>(
  context: Context,
  name: Name,
  { id, slot, minutes = 60, form }: AtEdge,
): Promise<UpdatedAtEdge<Name>> {
  const { target, profile, marker, offers } = context
  const answered = (answer: Answer, taken: 'plain' | 'whole'): UpdatedAtEdge<Name> => ({
    [`${name}Update`]: answer,
    ...(answer.accepted && { form: taken }),
  })
  if (!offers('update')) return {}
  const { productId, optionId } = profile.bookable.soon ?? profile.bookable.standard
  const sent = change(context, marker(name))
  if (form !== 'whole') {
    const plain = await target.update(id, sent)
    if (form === 'plain' || !plain.refused) return answered(plain, 'plain')
  }
  const all = { availabilityId: slot, productId, optionId, expirationMinutes: minutes, emailReceipt: false, ...sent }
  return answered(await target.update(id, all), 'whole')
}
