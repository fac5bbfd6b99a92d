import type { LedgerEntry, Service } from '../wire/service.js'
import type { BookingFate } from '../evidence/bookingFate.js'
import type { Profile } from '../profile/profile.js'
import type { Report } from './report.js'

/**
 * What became of each booking in the ledger, and what was tried with it, in words a person can act on.
 * @param now by the clock of the target, in milliseconds since the epoch
 */
export function bookingFates(
  entries: readonly LedgerEntry[],
  { bookings }: Pick<Service, 'bookings'>,
  profile: Profile,
  now: number,
): readonly BookingFate[] {
  return entries.map((entry) => ({
    id: entry.id,
    key: entry.key,
    scenario: entry.scenario,
    exchange: entry.exchange,
    as: entry.as,
    status: entry.status === 'unknown' ? null : entry.status,
    ...bookings.fateOf(entry, profile, now),
  }))
}

/** When the first hold is due that still ages, in ISO 8601; null: none does. */
export function firstDue({ pending }: Pick<Report, 'pending'>): string | null {
  return pending.map(({ dueAt }) => dueAt).sort()[0] ?? null
}
