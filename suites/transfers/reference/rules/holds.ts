import type { Context } from '../context.js'
import type { Booking } from '../model.js'

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
