import { findBooking, write } from '../bookings.js'
import type { Context } from '../context.js'
import { checkInput, text } from '../input.js'
import type { Reply } from '../model.js'
import { Refused } from '../refused.js'

/** Confirm (4.3): makes a hold a booking that is ready to be used. */
export async function confirm(ctx: Context): Promise<Reply> {
  const booking = findBooking(ctx)
  checkInput(ctx)
  if (!ctx.rules.may(booking.status === 'ON_HOLD', booking, ctx))
    throw new Refused('NOT_ON_HOLD', 'only a booking that is on hold can be confirmed')
  const reference = text(ctx, 'reference')
  const input = { ...(reference !== undefined && { reference }), emailReceipt: ctx.call.input.emailReceipt === true }
  return write(ctx.rules.applyConfirm(booking, input, ctx), booking, ctx)
}
