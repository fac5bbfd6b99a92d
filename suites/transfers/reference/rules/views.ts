import type { Context } from '../context.js'
import type { JsonObject } from '../json.js'
import type { Booking } from '../model.js'

/** How a booking is shown. */
export interface ViewRules {
  /** The booking as an answer shows it, in the service's own names (see `Reply`). */
  showBooking(booking: Booking, ctx: Context): JsonObject
  /** A time as text: ISO 8601, UTC. */
  showTime(time: number, ctx: Context): string
}

export const viewRules: ViewRules = {
  showBooking: (booking, ctx) => {
    const { rules } = ctx
    const time = (value: number | null): string | null => (value === null ? null : rules.showTime(value, ctx))
    return {
      id: booking.id,
      idempotencyKey: booking.idempotencyKey,
      status: booking.status,
      cancellable: rules.cancellable(booking, ctx),
      expirationMinutes: booking.expirationMinutes,
      createdAt: time(booking.createdAt),
      updatedAt: time(booking.updatedAt),
      holdEnd: time(booking.holdEnd),
      confirmedAt: time(booking.confirmedAt),
      redeemedAt: time(booking.redeemedAt),
      reference: booking.reference,
      notes: booking.notes,
      emailReceipt: booking.emailReceipt,
      availabilityId: booking.availabilityId,
      productId: booking.productId,
      optionId: booking.optionId,
      cancellation: booking.cancellation && { reason: booking.cancellation.reason, at: time(booking.cancellation.at) },
      ...(rules.showsPrices(ctx) && { pricing: rules.showBookingPricing(rules.bookingPrice(booking, ctx), ctx) }),
    }
  },
  showTime: (time) => new Date(time).toISOString(),
}
