import { findBooking, findSlot, write } from '../bookings.js'
import type { Context } from '../context.js'
import { checkInput, fields, minutes, text } from '../input.js'
import type { Booking, Reply } from '../model.js'
import { Refused } from '../refused.js'
import type { UpdateInput } from '../rules/transitions.js'

/** Update (4.3): allowed exactly when the booking is cancellable, on hold or confirmed. All of it is applied, or nothing. */
export async function update(ctx: Context): Promise<Reply> {
  const booking = findBooking(ctx)
  if (!ctx.rules.may(ctx.rules.cancellable(booking, ctx), booking, ctx))
    throw new Refused('NOT_CANCELLABLE', 'this booking cannot be changed any more')
  checkInput(ctx)
  const expirationMinutes = minutes(ctx)
  const reference = text(ctx, 'reference')
  const notes = text(ctx, 'notes')
  const emailReceipt = fields(ctx).includes('emailReceipt') ? ctx.call.input.emailReceipt : undefined
  const input: UpdateInput = {
    ...moved(booking, ctx),
    ...(expirationMinutes !== undefined && { expirationMinutes }),
    ...(reference !== undefined && { reference }),
    ...(notes !== undefined && { notes }),
    ...(emailReceipt !== undefined && { emailReceipt: emailReceipt === true }),
  }
  return write(ctx.rules.applyUpdate(booking, input, ctx), booking, ctx)
}

/** The new slot with its price, where availability, option or product were sent and differ. */
function moved(booking: Booking, ctx: Context): Pick<UpdateInput, 'slot' | 'price'> {
  const availabilityId = text(ctx, 'availabilityId') ?? booking.availabilityId
  const productId = text(ctx, 'productId') ?? booking.productId
  const optionId = text(ctx, 'optionId') ?? booking.optionId
  if (availabilityId === booking.availabilityId && productId === booking.productId && optionId === booking.optionId)
    return {}
  const slot = findSlot(availabilityId, productId, optionId, ctx)
  if (!ctx.rules.isFree(slot, booking, ctx))
    throw new Refused('NOT_AVAILABLE', 'this availability cannot be booked any more')
  return { slot, price: ctx.rules.quote(slot.optionId, slot.start, booking.currency, ctx) }
}
