import type { Context } from '../context.js'
import { minutes, text } from '../input.js'
import type { Slot } from '../model.js'

/** Keeps the booking that a reserve asks for, whatever becomes of the call; `withKey`: under its key, which then answers it. */
export function leaveBooking(slot: Slot, ctx: Context, { withKey }: { readonly withKey: boolean }): void {
  const { rules, store } = ctx
  const key = text(ctx, 'idempotencyKey') ?? null
  const scope = key === null ? null : rules.keyScope(key, ctx)
  const serial = store.takeSerial()
  const expirationMinutes = minutes(ctx) ?? rules.defaultMinutes(ctx)
  const booking = {
    serial,
    id: ctx.newBookingId(serial, withKey ? key : null),
    idempotencyKey: key,
    reseller: ctx.reseller ?? 'a',
    status: rules.initialStatus(ctx),
    expirationMinutes,
    holdEnd: rules.holdEnd(null, expirationMinutes, ctx),
    createdAt: ctx.now,
    updatedAt: ctx.now,
    confirmedAt: null,
    redeemedAt: null,
    notes: text(ctx, 'notes') ?? null,
    reference: null,
    emailReceipt: false,
    availabilityId: slot.availabilityId,
    productId: slot.productId,
    optionId: slot.optionId,
    start: slot.start,
    currency: 'EUR',
    price: rules.quote(slot.optionId, slot.start, 'EUR', ctx),
    cancellation: null,
  }
  rules.save(booking, null, ctx)
  if (withKey && scope !== null) store.rememberKey(scope, serial)
}
