import type { Profile } from '../profile/profile.js'
import type { LedgerEntry } from '../client/ledger.js'
import type { BookingFate } from '../evidence/bookingFate.js'

/** What became of each booking in the ledger, in words a person can act on. */
export function bookingFates(entries: readonly LedgerEntry[], profile: Profile): readonly BookingFate[] {
  const { cancelled, expired, confirmed } = profile.booking.statuses
  return entries.map((entry) => {
    const base = {
      id: entry.id,
      key: entry.key,
      scenario: entry.scenario,
      exchange: entry.exchange,
      as: entry.as,
      status: entry.id === null ? null : entry.status,
    }
    if (entry.id === null)
      return {
        ...base,
        fate: 'unknown',
        note: 'no answer that shows a booking came to the reservation: ask the supplier for its idempotency key',
      }
    if (entry.status === cancelled) return { ...base, fate: 'cancelled' }
    if (entry.status === expired) return { ...base, fate: 'expired' }
    if (entry.status === 'ON_HOLD') return { ...base, fate: 'on-hold', note: 'its hold ends by itself' }
    const why =
      entry.status === confirmed
        ? 'confirmed, and the target did not let it be cancelled'
        : 'in a state that the suite could not end'
    return { ...base, fate: 'left', note: why }
  })
}

/** The ledger of an earlier visit, as the evidence has it. */
export function earlierBookings(fates: readonly BookingFate[]): readonly LedgerEntry[] {
  return fates.map(({ id, key, scenario, exchange, as, status }) => ({
    id,
    key,
    scenario,
    exchange,
    as: as === 'other' ? 'other' : 'reseller',
    status,
    cancellable: null,
    lastExchange: exchange,
  }))
}
