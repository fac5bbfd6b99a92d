import { Stop, currencyAside } from '../vocabulary/index.js'
import type { Answer, Context, Fields } from '../vocabulary/index.js'

/**
 * Confirms a hold and extends it; then cancels another one, and extends and confirms that.
 * @param longest minutes to extend by: a target may refuse what lengthens no hold, whatever state it is in
 * @returns the extend of the confirmed one; null: it could not be confirmed
 */
export async function settle(
  context: Context,
  { reserved, longest }: { readonly reserved: Answer; readonly longest: number },
  other: Answer,
): Promise<Answer | null> {
  const { target } = context
  const minutes = { expirationMinutes: longest }
  const id = reserved.bookingId
  if (!(await context.confirm(id)).accepted) return null
  await target.get(id)
  const extended = await target.extend(id, minutes)
  await target.get(id)
  const cancelledId = await cancelOne(context, other, id)
  if (cancelledId === null) return extended
  await target.extend(cancelledId, minutes)
  // Before the confirm: what is different then is due to the extend.
  await target.get(cancelledId)
  if (cancelledId !== id) await context.confirm(cancelledId)
  return extended
}

/** Cancels a hold, which nobody ever confirmed; or else the booking that was. @returns which; null: neither could be */
async function cancelOne({ target, offers }: Context, held: Answer, confirmedId: string): Promise<string | null> {
  if (!offers('cancel')) return null
  try {
    const cancelledId = held.bookingId
    const cancelled = await target.cancel(cancelledId)
    if (!cancelled.refused) return cancelled.accepted ? cancelledId : null
  } catch (error) {
    // Where no second hold is to be had, the confirmed booking does.
    if (!(error instanceof Stop)) throw error
  }
  return (await target.cancel(confirmedId)).accepted ? confirmedId : null
}

/**
 * A hold with what a later operation could lose: notes, and a currency other than the default. Where a target does not take
 * these, an ordinary one.
 */
export async function holdTelling({ hold, marker, profile }: Context, minutes: Fields): Promise<Answer> {
  const currency = currencyAside(profile.bookable.standard, ['USD', 'GBP'])
  const notes = marker('notes')
  const { reserved } = await hold({ ...minutes, notes, currency })
  if (!reserved.refused) return reserved
  // It may be sold in its default currency alone.
  const { reserved: inDefault } = await hold({ ...minutes, notes })
  return inDefault.refused ? (await hold(minutes)).reserved : inDefault
}
