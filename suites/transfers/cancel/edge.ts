import {
  momentOf,
  untested,
  type Answer,
  type Bookable,
  type Context,
  type Judgement,
  type Profile,
} from '../vocabulary/index.js'
import { change } from '../update/updater.js'

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

export function edgeOf(soon: Bookable | null): Edge {
  const cutOff = soon?.cutOffMinutes ?? 0
  return { before: cutOff - 2, beforeLatest: cutOff - 1, after: cutOff + 3 }
}

type Seen = Answer | null | undefined

/** How much sooner or later the window may close than counted from the check, in minutes: services count in whole ones. */
const toTheMinute = 1

/**
 * Untested where an answer did not come before the window surely closed that counts from this availability check: pauses that a target
 * asks for, or a slow network, may lie between. null: it did.
 */
export function judgeOpen(checked: Seen, seen: Seen, { bookable: { soon } }: Profile): Judgement | null {
  if (!seen) return null
  const closes = checked ? momentOf(checked).earliest + (soon?.cutOffMinutes ?? 0) - toTheMinute : 0
  return momentOf(seen).latest < closes ? null : uncertain('may have closed already')
}

/** Untested where a request was not sent after that window surely closed; null: it was. */
export function judgeClosed(checked: Seen, seen: Seen, { bookable: { soon } }: Profile): Judgement | null {
  if (!seen) return null
  const closed = checked ? momentOf(checked).latest + (soon?.cutOffMinutes ?? 0) + toTheMinute : Infinity
  return momentOf(seen).earliest >= closed ? null : uncertain('may not have closed yet')
}

function uncertain(why: string): Judgement {
  return untested(
    `when it was looked at, the cancellation window of bookable.soon ${why}, by the minute in which its availability was checked`,
    'run it again when the target or the network is less busy',
  )
}

/**
 * An update of a booking of bookable.soon as `nameUpdate`, nothing where it is not offered. The documents do not say which inputs may
 * be left out: where the plain one is refused and no `form` is known, the whole one is sent; that which was accepted is kept as `form`.
 */
export async function updatedAtEdge(
  context: Context,
  name: string,
  { id, slot, minutes = 60, form }: AtEdge,
): Promise<Record<string, Answer | string>> {
  const { target, profile, marker, offers } = context
  if (!offers('update')) return {}
  const { productId, optionId } = profile.bookable.soon ?? profile.bookable.standard
  const sent = change(context, marker(name))
  if (form !== 'whole') {
    const plain = await target.update(id, sent)
    if (form === 'plain' || !plain.refused)
      return { [`${name}Update`]: plain, ...(plain.accepted && { form: 'plain' }) }
  }
  const all = { availabilityId: slot, productId, optionId, expirationMinutes: minutes, emailReceipt: false, ...sent }
  const whole = await target.update(id, all)
  return { [`${name}Update`]: whole, ...(whole.accepted && { form: 'whole' }) }
}
