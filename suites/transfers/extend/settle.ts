import {
  Stop,
  currencyAside,
  isKeptIn,
  notApplicable,
  pass,
  sameBooking,
  unseen,
  untested,
  unusable,
  say,
} from '../vocabulary/index.js'
import type { Answer, Context, Fields, Judgement } from '../vocabulary/index.js'

export interface Settled {
  readonly reserved: Answer
  readonly control: Answer
  readonly confirmed: Answer
  readonly before: Answer
  readonly extended: Answer
  readonly read: Answer
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
  { reserved, control, longest }: Pick<Settled, 'reserved' | 'control'> & { readonly longest: number },
  other: Answer,
): Promise<Settled | null> {
  const { target } = context
  const minutes = { expirationMinutes: longest }
  const id = reserved.bookingId
  const confirmed = await context.confirm(id)
  if (!confirmed.accepted) return null
  const before = await target.get(id)
  const extended = await target.extend(id, minutes)
  const read = await target.get(id)
  const { cancelled, cancelledId } = await cancelOne(context, other, id)
  const gone = cancelled?.accepted === true
  const ofHold = gone && cancelledId !== id
  return {
    reserved,
    control,
    confirmed,
    before,
    extended,
    read,
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

/**
 * Judges that the booking still shows the notes that it was reserved with, and that were shown then.
 * @param writes what else was done to it meanwhile, whose answers may tell less than get
 */
export function keepsNotes(
  reserved: Answer,
  later: readonly (Answer | null)[],
  writes: readonly Answer[] = [],
): Judgement {
  if (reserved.profile.booking.notes === null)
    return notApplicable("the profile says that this target's bookings do not carry the notes")
  const notes = reserved.exchange.input['notes']
  if (typeof notes !== 'string' || !isKeptIn(notes, reserved.read('notes')))
    return unusable(reserved) ?? untested('the booking was reserved without notes, or did not show them then')
  return kept(reserved, later, 'notes', writes)
}

/** Judges that the booking is still priced in the currency that it was reserved in, by the first answer that shows another. */
export function keepsCurrency(reserved: Answer, later: readonly (Answer | null)[]): Judgement {
  if (typeof reserved.read('currency') !== 'string')
    return unusable(reserved) ?? untested('the booking showed no currency', 'declare booking.pricing.currency')
  // That it shows none any more is the matter of other clauses.
  return kept(
    reserved,
    later.filter((answer) => typeof answer?.read('currency') === 'string'),
    'currency',
  )
}

function kept(
  reserved: Answer,
  later: readonly (Answer | null)[],
  field: 'notes' | 'currency',
  writes: readonly Answer[] = [],
): Judgement {
  const judged = later.flatMap((answer) => (answer?.accepted === true ? [answer] : []))
  const wrong = judged
    .map((answer) => {
      const done = [reserved, ...judged, ...writes].filter(
        (each) => each.exchange.purpose !== 'get' && each.n <= answer.n,
      )
      const last = done.toSorted((a, b) => a.n - b.n).at(-1) ?? reserved
      const because = say`since ${last.exchange.purpose} (exchange ${last}), though the booking was reserved with it`
      return sameBooking(reserved, answer, [field], because)
    })
    .find(({ outcome }) => outcome === 'fail')
  return wrong ?? (judged.length > 0 ? pass : unseen('no later answer shows the booking'))
}
