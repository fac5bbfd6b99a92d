import { findBooking, write } from '../bookings.js'
import type { Context } from '../context.js'
import { checkInput, minutes } from '../input.js'
import type { Reply } from '../model.js'
import { Refused } from '../refused.js'

/** POST /bookings/:uuid/extend (4.3): lengthens a hold. */
export async function extend(ctx: Context): Promise<Reply> {
  const booking = findBooking(ctx)
  checkInput(ctx)
  if (!ctx.rules.may(booking.status === 'ON_HOLD', booking, ctx))
    throw new Refused('NOT_ON_HOLD', 'only a booking that is on hold can be extended')
  return write(ctx.rules.applyExtend(booking, minutes(ctx) ?? booking.expirationMinutes, ctx), booking, ctx)
}
