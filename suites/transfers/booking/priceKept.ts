import {
  all,
  isPending,
  priceFields,
  sameBooking,
  toldBy,
  untested,
  type Answer,
  type Judgement,
} from '../vocabulary/index.js'

/** What of the price the guest is shown as payable, the final price of a booking (2.5). */
export const finalPrice: typeof priceFields = ['total', 'currency']

/**
 * Judges that a booking costs after a write what it cost before it, as far as both answers show it.
 * @param fields what of the price: all of it unless given
 */
export function priceKept(
  before: Answer,
  after: Answer | null,
  because: string,
  fields: typeof priceFields = priceFields,
): Judgement {
  const shown = after === null ? [] : toldBy(fields, before, after)
  return shown.length === 0 && after?.accepted === true
    ? untested(`exchanges ${before.n} and ${after.n} do not both show a price`)
    : sameBooking(before, after, shown, because)
}

/**
 * Judges that a booking is payable once it is confirmed as it was before. While a confirm is processed the booking may be shown as it was on
 * hold: then the get after it tells, too.
 */
export function priceKeptByConfirm(before: Answer, confirmed: Answer, read: Answer | null): Judgement {
  const kept = (after: Answer): Judgement =>
    priceKept(before, after, 'though the booking was only confirmed', finalPrice)
  const isProcessed = confirmed.accepted && isPending(confirmed.read('status'), confirmed.profile)
  return isProcessed && read?.accepted === true ? all(kept(confirmed), kept(read)) : kept(confirmed)
}
