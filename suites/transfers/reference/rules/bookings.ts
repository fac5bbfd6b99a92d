import type { Context } from '../context.js'
import type { Booking, BookingStatus, Field, Price, Slot } from '../model.js'

/** When a hold ends, and what is then (section 3). */
export interface HoldRules {
  /** When a hold ends after reserve (`booking` is null), extend or update. */
  holdEnd(booking: Booking | null, minutes: number, ctx: Context): number
  /** Has this hold run out? Asked anew by every operation for every booking it touches. */
  isOver(booking: Booking, ctx: Context): boolean
  /** What a hold becomes that has run out. */
  expired(booking: Booking, ctx: Context): Booking
}

const minute = 60_000

export const holdRules: HoldRules = {
  // Extend lengthens (section 3): an end that is later already stays.
  holdEnd: (booking, minutes, { now, operation }) =>
    Math.max(now + minutes * minute, operation === 'extend' ? (booking?.holdEnd ?? 0) : 0),
  isOver: (booking, { now }) => booking.status === 'ON_HOLD' && booking.holdEnd !== null && now >= booking.holdEnd,
  expired: (booking) => ({ ...booking, status: 'EXPIRED' }),
}

/** What confirm was sent, checked. Absent: not sent. */
export interface ConfirmInput {
  readonly reference?: string | null
  readonly emailReceipt?: boolean
}

/** The checked input of update. Absent: not sent. A change of availability, option or product adds `slot`, `price`. */
export interface UpdateInput {
  readonly slot?: Slot
  readonly price?: Price
  readonly expirationMinutes?: number
  readonly reference?: string | null
  readonly notes?: string | null
  readonly emailReceipt?: boolean
}

/**
 * Which operation is allowed on which booking, and what it changes (section 3). The booking is as it is now: a hold
 * that has run out is EXPIRED already. The result of `applyX` is answered and handed to `save`; a fault can part them.
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

/** Places between two steps of an operation where another call may get in, if `between` waits. */
export type Step = 'reserve: key looked up' | 'reserve: availability checked' | 'write: booking changed, not saved'

/** How bookings are kept and found again, and what happens when calls meet. */
export interface PersistenceRules {
  /** Id of a new booking. `key`: its idempotency key if that may become the id; null: it may not, or there is none. */
  bookingId(serial: number, key: string | null, ctx: Context): string
  /** Keeps what a write made of a booking. `before` is null for a new one. */
  save(booking: Booking, before: Booking | null, ctx: Context): void
  /** Which version of a booking an operation works on; the last is what it is. Never called with none. */
  version(versions: readonly Booking[], ctx: Context): Booking | undefined
  /** A promise here lets other calls run in between; the documented service gives them no chance. */
  between(step: Step, ctx: Context): Promise<void> | undefined
  /** Under which name a key is remembered; null: it is not. */
  keyScope(key: string, ctx: Context): string | null
  /** The booking that was made under the key before, as it is now; null: a new one is made. */
  madeBefore(booking: Booking, ctx: Context): Booking | null
  /** Is the same key again answered with a conflict instead of the booking? */
  repeatIsConflict(booking: Booking, ctx: Context): boolean
}

export const persistenceRules: PersistenceRules = {
  bookingId: (serial, key, ctx) => ctx.newBookingId(serial, key),
  save: (booking, _before, { store }) => store.put(booking),
  version: (versions) => versions.at(-1),
  between: () => undefined,
  keyScope: (key, { reseller }) => `${reseller ?? ''} ${key.toLowerCase()}`,
  madeBefore: (booking) => booking,
  repeatIsConflict: () => false,
}
