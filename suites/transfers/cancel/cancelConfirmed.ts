import { findListed, type Answer, type Context, type Listed } from '../vocabulary/index.js'

/** A confirmed booking that was cancelled. */
export interface Cancelled {
  readonly held: Answer
  readonly confirm: Answer
  /** Get of the confirmed booking. */
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

/** A confirmed booking with a reference and notes, cancelled with a reason, read, looked for in the list, and cancelled once more. */
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
  const again = await target.cancel(id)
  const readAgain = await target.get(id)
  const keyed = profile.operations.reserve?.fields['idempotencyKey'] !== undefined
  const replayed = keyed ? await target.reserve(held.exchange.input) : null
  const readReplayed = keyed ? await target.get(id) : null
  const later = { again, readAgain, replayed, readReplayed }
  return { held, confirm, before, reason, cancelled, read, listed, ...later }
}
