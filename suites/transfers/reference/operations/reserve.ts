import { current, findSlot } from '../bookings.js'
import type { Context } from '../context.js'
import { checkInput, minutes, text } from '../input.js'
import type { Booking, Reply } from '../model.js'
import { Refused } from '../refused.js'

/** POST /bookings (4.2): holds an availability. The same key again answers the booking that it made before. */
export async function reserve(ctx: Context): Promise<Reply> {
  checkInput(ctx)
  const { rules, call } = ctx

  const key = text(ctx, 'idempotencyKey') ?? null
  const scope = key === null ? null : rules.keyScope(key, ctx)
  const repeated = scope === null ? null : madeBefore(scope, ctx)
  if (repeated !== null) {
    if (rules.repeatIsConflict(repeated, ctx)) throw new Refused('CONFLICT', 'this idempotency key was used before')
    return { kind: 'booking', booking: rules.showBooking(repeated, ctx), created: false }
  }
  const lookedUp = rules.between('reserve: key looked up', ctx)
  if (lookedUp) await lookedUp

  const slot = findSlot(text(ctx, 'availabilityId') ?? '', text(ctx, 'productId'), text(ctx, 'optionId'), ctx)
  if (!rules.isFree(slot, null, ctx)) throw new Refused('NOT_AVAILABLE', 'this availability cannot be booked any more')
  const checked = rules.between('reserve: availability checked', ctx)
  if (checked) await checked

  const option = rules.option(slot.productId, slot.optionId, ctx)
  const currency = rules.currency(call.input.currency, option ?? { defaultCurrency: 'EUR' }, ctx)
  const expirationMinutes = minutes(ctx) ?? rules.defaultMinutes(ctx)
  const serial = ctx.store.takeSerial()
  const booking: Booking = {
    serial,
    id: freeId(serial, key, ctx),
    idempotencyKey: key,
    // A caller whom a fault lets in without an account books as the first one.
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
    currency,
    price: rules.quote(slot.optionId, slot.start, currency, ctx),
    cancellation: null,
  }
  rules.save(booking, null, ctx)
  if (scope !== null) ctx.store.rememberKey(scope, serial)
  return { kind: 'booking', booking: rules.showBooking(booking, ctx), created: true }
}

function madeBefore(scope: string, ctx: Context): Booking | null {
  const serial = ctx.store.withKey(scope)
  const booking = serial === undefined ? undefined : current(serial, ctx)
  return booking === undefined ? null : ctx.rules.madeBefore(booking, ctx)
}

/** The key makes the id where a dialect says so; a key that made one before (of another reseller, say) cannot do so again. */
function freeId(serial: number, key: string | null, ctx: Context): string {
  const id = ctx.rules.bookingId(serial, key, ctx)
  return ctx.store.withId(id).length === 0 ? id : ctx.rules.bookingId(serial, null, ctx)
}
