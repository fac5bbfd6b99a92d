import { findBooking, write } from '../bookings.js'
import type { Context } from '../context.js'
import { checkInput, text } from '../input.js'
import type { Reply } from '../model.js'
import { Refused } from '../refused.js'

/** Cancel (4.3): of a confirmed booking, and here of a hold too, which it releases. */
export async function cancel(ctx: Context): Promise<Reply> {
  const booking = findBooking(ctx)
  if (!ctx.rules.may(ctx.rules.cancellable(booking, ctx), booking, ctx))
    throw new Refused('NOT_CANCELLABLE', 'this booking cannot be cancelled any more')
  checkInput(ctx)
  return write(ctx.rules.applyCancel(booking, text(ctx, 'reason') ?? null, ctx), booking, ctx)
}
