import { priceFields, sameBooking, untested, toldBy, type Answer, type Judgement } from '../vocabulary/index.js'

/** Judges that a booking costs, once it is confirmed, what it cost on hold, as far as both answers show it. */
export function priceKept(reserved: Answer, confirmed: Answer): Judgement {
  const shown = toldBy(priceFields, reserved, confirmed)
  return shown.length === 0 && confirmed.accepted
    ? untested('the answers to reserve and confirm do not both show a price')
    : sameBooking(reserved, confirmed, shown, 'though the booking was only confirmed')
}
