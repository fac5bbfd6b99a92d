import { Stop, currencyAside } from '../vocabulary/index.js'
import type { Answer, Context, Fields } from '../vocabulary/index.js'

export interface Settled {
  readonly control: Answer
  readonly confirmed: Answer
  readonly extended: Answer
  readonly cancelled: Answer | null
  readonly cancelledExtended: Answer | null
  readonly cancelledRead: Answer | null
  /** null: it was not a hold that was cancelled. */
  readonly cancelledConfirmed: Answer | null
}

/**
 * Confirms a hold and extends it; then cancels another one, and extends and confirms that.
 * @param longest minutes to extend by: a target may refuse what lengthens no hold, whatever state it is in
 * @returns null where the first could not be confirmed
 */
export async function settle(
  context: Context,
  { reserved, control, longest }: { readonly reserved: Answer; readonly control: Answer; readonly longest: number },
  other: Answer,
): Promise<Settled | null> {
  const { target } = context
  const minutes = { expirationMinutes: longest }
  const id = reserved.bookingId
  const confirmed = await context.confirm(id)
  if (!confirmed.accepted) return null
  await target.get(id)
  const extended = await target.extend(id, minutes)
  await target.get(id)
  const { cancelled, cancelledId } = await cancelOne(context, other, id)
  const gone = cancelled?.accepted === true
  const ofHold = gone && cancelledId !== id
  return {
    control,
    confirmed,
    extended,
    cancelled,
    cancelledExtended: gone ? await target.extend(cancelledId, minutes) : null,
    // Before the confirm: what is different then is due to the extend.
    cancelledRead: gone ? await target.get(cancelledId) : null,
    cancelledConfirmed: ofHold ? await context.confirm(cancelledId) : null,
  }
}

/** Cancels a hold, which nobody ever confirmed; where that cannot be, the booking that was. */
async function cancelOne(
  { target, offers }: Context,
  held: Answer,
  confirmedId: string,
): Promise<{ readonly cancelled: Answer | null; readonly cancelledId: string }> {
  if (!offers('cancel')) return { cancelled: null, cancelledId: confirmedId }
  try {
    const cancelledId = held.bookingId
    const cancelled = await target.cancel(cancelledId)
    if (!cancelled.refused) return { cancelled, cancelledId }
  } catch (error) {
    // Where no second hold is to be had, the confirmed booking does.
    if (!(error instanceof Stop)) throw error
  }
  return { cancelled: await target.cancel(confirmedId), cancelledId: confirmedId }
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
