import { openFlaws, orNone, sideBySide, unknownId } from '../vocabulary/index.js'
import type { Answer, Context, Flawed, Flaws } from '../vocabulary/index.js'

export const flaws: Flaws = openFlaws('cancel', { reason: { mistyped: '4.3/cancel-reason-mistyped-refused' } })

/** Cancels of a confirmed booking: only the last should be accepted. One more is of a booking that does not exist. */
export interface Reasons {
  readonly flawed: readonly Flawed[]
  /** Without a reason, and what showed the booking before; null: there was no confirmed booking left for it. */
  readonly before: Answer | null
  readonly cancelled: Answer | null
  readonly unknown: Answer
  readonly gone: Answer | null
}

/**
 * Cancels a confirmed booking with a reason that is no text. That should be refused, so it is then cancelled without a
 * reason. If that is no longer possible, another booking is cancelled without one.
 * @param read get of the booking
 */
export async function cancelWithFlaws(context: Context, id: string, read: Answer): Promise<Reasons> {
  const { target, random } = context
  const [flawed, unknown] = await sideBySide(
    flaws.sendAround(
      context,
      {},
      (booking, fields) => target.cancel(booking, fields),
      () => Promise.resolve({ id, before: read }),
    ),
    target.cancel(unknownId(id, random)),
  )
  const same = flawed.some(({ answer }) => answer.accepted) ? null : await target.cancel(id)
  const other = same === null || same.refused ? await context.confirmed().catch(orNone) : null
  const before = other?.confirmed ?? flawed.at(-1)?.after ?? read
  const cancelled = other === null ? same : await target.cancel(other.reserved.bookingId)
  const gone = same ?? flawed.find(({ answer }) => answer.accepted)?.answer ?? null
  return { flawed, before, cancelled, unknown, gone }
}
