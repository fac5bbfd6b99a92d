import type { Context } from '../context.js'
import type { Booking, BookingStatus, Field, Price, Slot } from '../model.js'

/** What confirm was sent, checked. Absent: not sent. */
export interface ConfirmInput {
  readonly reference?: string | null
  readonly emailReceipt?: boolean
}

/** What update was sent, checked. Absent: not sent. `slot` and `price` come with a change of availability, option or product. */
export interface UpdateInput {
  readonly slot?: Slot
  readonly price?: Price
  readonly expirationMinutes?: number
  readonly reference?: string | null
  readonly notes?: string | null
  readonly emailReceipt?: boolean
}

/**
 * Which operation is allowed on which booking, and what it changes (section 3). The booking is as it is now: a hold that has
 * run out is EXPIRED already. What `applyX` returns is answered and handed to `save`; the two can be told apart by a fault.
 */
export interface TransitionRules {
  initialStatus(ctx: Context): BookingStatus
  /** Is a write allowed on this booking? `documented` is what the documents say of it. */
  may(documented: boolean, booking: Booking, ctx: Context): boolean
  /** Is cancel and update allowed? What both go by, and what the booking shows. */
  cancellable(booking: Booking, ctx: Context): boolean
  /** Until when the booking can be cancelled and updated. */
  cutOff(booking: Booking, ctx: Context): number
  applyExtend(booking: Booking, minutes: number, ctx: Context): Booking
  applyConfirm(booking: Booking, input: ConfirmInput, ctx: Context): Booking
  applyUpdate(booking: Booking, input: UpdateInput, ctx: Context): Booking
  applyCancel(booking: Booking, reason: string | null, ctx: Context): Booking
  applyRedeem(booking: Booking, ctx: Context): Booking
  /** What a write makes of a booking in the end. */
  made(after: Booking, before: Booking, ctx: Context): Booking
  /** The fields that update takes note of; others are ignored. */
  updatable(ctx: Context): readonly Field[]
}

const hour = 3_600_000

export const transitionRules: TransitionRules = {
  initialStatus: () => 'ON_HOLD',
  may: (documented) => documented,
  cancellable: (booking, ctx) =>
    (booking.status === 'ON_HOLD' || booking.status === 'CONFIRMED') && ctx.now < ctx.rules.cutOff(booking, ctx),
  cutOff: ({ productId, optionId, start }, ctx) =>
    start - (ctx.rules.option(productId, optionId, ctx)?.cutOffHours ?? 24) * hour,
  applyExtend: (booking, minutes, ctx) => ({
    ...booking,
    expirationMinutes: minutes,
    holdEnd: ctx.rules.holdEnd(booking, minutes, ctx),
    updatedAt: ctx.now,
  }),
  applyConfirm: (booking, { reference, emailReceipt = false }, ctx) => ({
    ...booking,
    status: 'CONFIRMED',
    holdEnd: null,
    confirmedAt: ctx.now,
    updatedAt: ctx.now,
    reference: reference === undefined ? booking.reference : reference,
    emailReceipt,
  }),
  applyUpdate: (booking, { slot, price, expirationMinutes, ...rest }, ctx) => ({
    ...booking,
    ...rest,
    ...(slot && {
      availabilityId: slot.availabilityId,
      productId: slot.productId,
      optionId: slot.optionId,
      start: slot.start,
    }),
    ...(price && { price }),
    ...(expirationMinutes !== undefined && {
      expirationMinutes,
      // New minutes restart a hold; of a confirmed booking they are only a record.
      holdEnd: booking.status === 'ON_HOLD' ? ctx.rules.holdEnd(booking, expirationMinutes, ctx) : booking.holdEnd,
    }),
    updatedAt: ctx.now,
  }),
  applyCancel: (booking, reason, ctx) => ({
    ...booking,
    status: 'CANCELLED',
    holdEnd: null,
    cancellation: { reason, at: ctx.now },
    updatedAt: ctx.now,
  }),
  applyRedeem: (booking, ctx) => ({ ...booking, status: 'REDEEMED', redeemedAt: ctx.now, updatedAt: ctx.now }),
  made: (after) => after,
  updatable: () => [
    'availabilityId',
    'optionId',
    'productId',
    'expirationMinutes',
    'reference',
    'notes',
    'emailReceipt',
  ],
}
