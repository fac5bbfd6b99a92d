import { priceFields, sameBooking, toldBy, untested, type Answer, type Judgement } from '../vocabulary/index.js'

/** Judges that a booking costs after a write what it cost before it, as far as both answers show it. */
export function priceKept(before: Answer, after: Answer | null, because: string): Judgement {
  const shown = after === null ? [] : toldBy(priceFields, before, after)
  return shown.length === 0 && after?.accepted === true
    ? untested(`exchanges ${before.n} and ${after.n} do not both show a price`)
    : sameBooking(before, after, shown, because)
}
