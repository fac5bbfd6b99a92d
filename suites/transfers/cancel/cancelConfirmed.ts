import { isDeepStrictEqual } from 'node:util'
import { findListed, orNone, type Answer, type Context, type Listed } from '../vocabulary/index.js'

export interface Cancelled {
  readonly held: Answer
  readonly confirm: Answer
  readonly before: Answer
  readonly reason: string
  readonly cancelled: Answer
  readonly read: Answer
  readonly listed: Listed | null
  readonly again: Answer
  readonly readAgain: Answer
  /** Its reservation sent again with its key, and get of it then; null: no key can be sent. */
  readonly replayed: Answer | null
  readonly readReplayed: Answer | null
}

type Confirmed = Pick<Cancelled, 'held' | 'confirm' | 'before'>

/**
 * A confirmed booking with a reference and notes, cancelled with a reason, read, looked for in the list, and cancelled once more; then its
 * reservation is sent again. One read tells of the refused cancel and of that; where it shows anything, another booking is read after each.
 */
export async function cancelConfirmed(context: Context, confirmed: Confirmed): Promise<Cancelled> {
  const { isTold, ...cancelled } = await cancelOne(context, confirmed, false)
  const another = isTold ? null : await confirmAnother(context, confirmed).catch(orNone)
  if (another === null) return cancelled
  const { isTold: _, ...each } = await cancelOne(context, another, true)
  return each
}

/** @param isReadEach it is read after the second cancel, too, and not only after all */
async function cancelOne(
  context: Context,
  { held, confirm, before }: Confirmed,
  isReadEach: boolean,
): Promise<Cancelled & { readonly isTold: boolean }> {
  const { target, offers, marker, profile } = context
  const id = held.bookingId
  const reason = marker('reason')
  const cancelled = await target.cancel(id, { reason })
  const read = await target.get(id)
  const listed = offers('list') ? await findListed(context, id, cancelled) : null
  const again = await target.cancel(id)
  const keyed = profile.operations.reserve?.fields['idempotencyKey'] !== undefined
  const isShared = keyed && again.refused && !isReadEach
  const own = isShared ? null : await target.get(id)
  const replayed = keyed ? await target.reserve(held.exchange.input) : null
  const readReplayed = keyed ? await target.get(id) : null
  const readAgain = own ?? readReplayed ?? read
  const isTold = !isShared || isDeepStrictEqual(read.json, readAgain.json)
  return { held, confirm, before, reason, cancelled, read, listed, again, readAgain, replayed, readReplayed, isTold }
}

/** Another booking, confirmed as that one was; null: it could not be. */
async function confirmAnother(
  { target, hold, marker }: Context,
  { confirm: first }: Confirmed,
): Promise<Confirmed | null> {
  const { reserved: held } = await hold({ notes: marker('notes of another') })
  const confirm = await target.confirm(held.bookingId, first.exchange.input)
  return confirm.accepted ? { held, confirm, before: await target.get(held.bookingId) } : null
}
