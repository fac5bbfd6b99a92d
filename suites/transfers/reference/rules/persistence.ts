import type { Context } from '../context.js'
import type { Booking } from '../model.js'

/** Places between two steps of an operation where another call may get in, if `between` waits. */
export type Step = 'reserve: key looked up' | 'reserve: availability checked' | 'write: booking changed, not saved'

/** How bookings are kept and found again, and what happens when calls meet. */
export interface PersistenceRules {
  /** Id of a new booking. `key` is its idempotency key where that may become the id; null: it may not, or there is none. */
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
