import type { Context } from './context.js'
import type { Booking, Reply, Slot } from './model.js'
import { Refused } from './refused.js'

/** A booking as it is now: the version this operation works on, and a hold that has run out has run out. */
export function current(serial: number, ctx: Context): Booking | undefined {
  const booking = ctx.rules.version(ctx.store.versions(serial), ctx)
  if (booking === undefined) return undefined
  return ctx.rules.isOver(booking, ctx) ? ctx.rules.expired(booking, ctx) : booking
}

/**
 * The booking that the call names, if the caller may see it.
 * @throws Refused UNKNOWN_BOOKING
 */
export function findBooking(ctx: Context): Booking {
  for (const serial of ctx.store.withId(ctx.call.id ?? '')) {
    const booking = current(serial, ctx)
    if (booking !== undefined && ctx.rules.sees(booking, ctx)) return booking
  }
  throw new Refused('UNKNOWN_BOOKING', 'there is no such booking')
}

/** Saves what a write made of a booking, and answers it. */
export async function write(applied: Booking, before: Booking, ctx: Context): Promise<Reply> {
  const after = ctx.rules.made(applied, before, ctx)
  const pause = ctx.rules.between('write: booking changed, not saved', ctx)
  if (pause) await pause
  ctx.rules.save(after, before, ctx)
  return { kind: 'booking', booking: ctx.rules.showBooking(after, ctx), created: false }
}

/**
 * The slot that an availabilityId names, when it belongs to the product and option named with it.
 * @throws Refused UNKNOWN_AVAILABILITY, UNKNOWN_OPTION or BAD_REQUEST
 */
export function findSlot(
  availabilityId: string,
  product: string | null | undefined,
  option: string | null | undefined,
  ctx: Context,
): Slot {
  const slot = ctx.rules.slot(availabilityId, ctx)
  if (slot === undefined) throw new Refused('UNKNOWN_AVAILABILITY', 'there is no such availability')
  const productId = product ?? slot.productId
  const optionId = option ?? slot.optionId
  if (ctx.rules.option(productId, optionId, ctx) === undefined)
    throw new Refused('UNKNOWN_OPTION', 'the product has no such option')
  if (!ctx.rules.fits(slot, productId, optionId, ctx))
    throw new Refused('BAD_REQUEST', 'the availability belongs to another product or option')
  return { ...slot, productId, optionId }
}
