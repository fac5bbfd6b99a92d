import { findListed, type Answer, type Context, type Listed } from '../vocabulary/index.js'

export interface Cancelled {
  readonly held: Answer
  readonly confirm: Answer
  readonly before: Answer
  readonly reason: string
  readonly cancelled: Answer
  readonly read: Answer
  readonly listed: Listed | null
  /** Get of it once it was cancelled again. */
  readonly readAgain: Answer
  /** Its reservation sent again with its key, and get of it then; null: no key can be sent. */
  readonly replayed: Answer | null
  readonly readReplayed: Answer | null
}

/**
 * Cancels a confirmed booking with a reason, reads it, looks for it in the list, and cancels it again. Then it repeats
 * the reservation. The booking has a reference and notes.
 */
export async function cancelConfirmed(
  context: Context,
  { held, confirm, before }: Pick<Cancelled, 'held' | 'confirm' | 'before'>,
): Promise<Cancelled> {
  const { target, offers, marker, profile } = context
  const id = held.bookingId
  const reason = marker('reason')
  const cancelled = await target.cancel(id, { reason })
  const read = await target.get(id)
  const listed = offers('list') ? await findListed(context, id, cancelled) : null
  await target.cancel(id)
  const readAgain = await target.get(id)
  const isKeyed = profile.operations.reserve?.fields['idempotencyKey'] !== undefined
  const replayed = isKeyed ? await target.reserve(held.exchange.input) : null
  const readReplayed = isKeyed ? await target.get(id) : null
  return { held, confirm, before, reason, cancelled, read, listed, readAgain, replayed, readReplayed }
}
