import type { Profile } from '../profile/profile.js'
import { bookingFields, bookingPointer, readBooking, type Answer, type BookingField } from '../target/answer.js'

/**
 * Which defaults of ours the answers of a run have confirmed. A default that fills a gap of the documents, that the profile
 * does not declare and that no answer confirms cannot make a server fail.
 */
export class ConfirmedKeys {
  readonly #confirmed = new Set<string>()

  /** An accepted answer confirms the path of its operation, and each place of a booking where something stands. */
  see(answer: Answer): void {
    const { exchange, profile } = answer
    if (!answer.accepted || exchange.purpose === 'clock' || exchange.purpose === 'redeem') return
    this.#confirmed.add(`operations.${exchange.purpose}.request`)
    if (exchange.purpose === 'transfers') return
    if (exchange.purpose === 'availability') {
      this.#confirmed.add('operations.availability.body')
      if (answer.availabilityIds.length > 0)
        this.#confirmed.add('operations.availability.items').add('operations.availability.availabilityId')
      return
    }
    const [first] = answer.items
    const booking = exchange.purpose === 'list' ? first : answer.json
    for (const [field, key] of placeKeys) {
      if (key === null || this.#confirmed.has(key) || bookingPointer(profile, field) === null) continue
      const value = readBooking(profile, booking, field)
      if (value !== undefined && value !== null) this.#confirmed.add(key)
    }
  }

  add(keys: readonly string[]): void {
    for (const key of keys) this.#confirmed.add(key)
  }

  /** Of the keys that something rests on, those that are defaults of ours and neither declared nor confirmed. */
  doubtful(keys: readonly string[], profile: Profile): readonly string[] {
    return keys.filter((key) => isDefaultOfOurs(key) && !profile.declared.has(key) && !this.#confirmed.has(key))
  }
}

const placeKeys = Object.entries(bookingFields)
  // The keys of a constant; Object.entries widens them.
  .map(([field, key]): [BookingField, string | null] => [field as BookingField, key])

/** Paths and fields that the documents state are no defaults of ours: 4.1, 4.2 and the table of 4.3. */
const documented: ReadonlySet<string> = new Set([
  'operations.transfers.request',
  'operations.availability.request',
  'operations.reserve.request',
  'operations.extend.request',
])

function isDefaultOfOurs(key: string): boolean {
  return !documented.has(key)
}
