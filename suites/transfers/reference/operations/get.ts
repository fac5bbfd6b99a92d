import { findBooking } from '../bookings.js'
import type { Context } from '../context.js'
import type { Reply } from '../model.js'

/** Get booking (4.3): one booking of the caller's reseller account. */
export function get(ctx: Context): Reply {
  return { kind: 'booking', booking: ctx.rules.showBooking(findBooking(ctx), ctx), created: false }
}
