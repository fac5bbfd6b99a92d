import type { Context } from './context.js'
import { checkInput, fields, minutes, number, text } from './input.js'
import { Refused, type Booking, type Reply, type Slot } from './model.js'
import type { UpdateInput } from './rules/bookings.js'
import type { Order } from './rules/requests.js'

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

/** POST /transfers (4.1): a fresh transfer, each option priced in the currency asked for or in its own. */
export function transfers(ctx: Context): Reply {
  checkInput(ctx)
  const { rules, now, call } = ctx
  const number = ctx.state.count('transfers')
  const today = Math.floor(now / day) * day
  const options = rules.vehicleOptions(number, ctx).map((option, position) => {
    const currency = rules.currency(call.input.currency, option, ctx)
    const price = rules.showsPrices(ctx)
      ? rules.quote(option.reference, today + (position * day) / 2, currency, ctx)
      : null
    return rules.showOption(option, position, number, price, ctx)
  })
  return { kind: 'transfer', transfer: rules.showTransfer(number, options, ctx) }
}

const day = 86_400_000
const longestWindow = 31 * day

/** POST /availability (4.3): free times of an option between two days; without days, in the week from tomorrow. */
export function availability(ctx: Context): Reply {
  checkInput(ctx)
  const { rules, now } = ctx
  const option = rules.option(text(ctx, 'productId') ?? '', text(ctx, 'optionId') ?? '', ctx)
  if (option === undefined) throw new Refused('UNKNOWN_OPTION', 'the product has no such option')
  const from = midnight(text(ctx, 'from')) ?? Math.floor(now / day) * day + day
  const to = midnight(text(ctx, 'to')) ?? from + 6 * day
  if (to < from) throw new Refused('BAD_REQUEST', 'the last day is before the first')
  const slots = rules.slots(option, from, Math.min(to, from + longestWindow), ctx)
  return {
    kind: 'availability',
    slots: slots.filter((slot) => rules.isFree(slot, null, ctx)).map((slot) => rules.showSlot(slot, ctx)),
  }
}

function midnight(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}

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

/** A dialect may make the id of the key. A key that made one before (of another reseller, say) cannot do so again. */
function freeId(serial: number, key: string | null, ctx: Context): string {
  const id = ctx.rules.bookingId(serial, key, ctx)
  return ctx.store.withId(id).length === 0 ? id : ctx.rules.bookingId(serial, null, ctx)
}

/** POST /bookings/:uuid/extend (4.3): lengthens a hold. */
export async function extend(ctx: Context): Promise<Reply> {
  const booking = findBooking(ctx)
  checkInput(ctx)
  if (!ctx.rules.may(booking.status === 'ON_HOLD', booking, ctx))
    throw new Refused('NOT_ON_HOLD', 'only a booking that is on hold can be extended')
  return write(ctx.rules.applyExtend(booking, minutes(ctx) ?? booking.expirationMinutes, ctx), booking, ctx)
}

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

/** Update (4.3): allowed exactly when the booking is cancellable, on hold or confirmed. It applies all, or nothing. */
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

/** Cancel (4.3): of a confirmed booking, and here of a hold too, which it releases. */
export async function cancel(ctx: Context): Promise<Reply> {
  const booking = findBooking(ctx)
  if (!ctx.rules.may(ctx.rules.cancellable(booking, ctx), booking, ctx))
    throw new Refused('NOT_CANCELLABLE', 'this booking cannot be cancelled any more')
  checkInput(ctx)
  return write(ctx.rules.applyCancel(booking, text(ctx, 'reason') ?? null, ctx), booking, ctx)
}

/** Get booking (4.3): one booking of the caller's reseller account. */
export function get(ctx: Context): Reply {
  return { kind: 'booking', booking: ctx.rules.showBooking(findBooking(ctx), ctx), created: false }
}

/** Get bookings (4.3): a page of the bookings of the caller's reseller account, newest first unless asked otherwise. */
export function list(ctx: Context): Reply {
  checkInput(ctx)
  const { rules } = ctx
  const { sortField, sortOrder } = ctx.call.input
  const field = sortField === 'price' ? 'price' : null
  const order: Order = {
    field,
    descending:
      sortOrder === 'descending' ||
      // The documents write it so, too.
      sortOrder === 'Descending' ||
      (sortOrder === undefined && sortField === undefined),
  }
  const sorted = ctx.store
    .serials()
    .flatMap((serial) => current(serial, ctx) ?? [])
    .filter((booking) => rules.sees(booking, ctx) && rules.isListed(booking, ctx))
    .sort((a, b) => rules.compare(a, b, order, ctx))
  const size = rules.pageSize(number(ctx, 'pageSize') ?? rules.defaultPageSize(ctx), ctx)
  const page = rules.page(sorted, number(ctx, 'page') ?? 1, size, ctx)
  return {
    kind: 'list',
    bookings: page.map((booking) => rules.showBooking(booking, ctx)),
    total: rules.total(sorted, ctx),
  }
}
