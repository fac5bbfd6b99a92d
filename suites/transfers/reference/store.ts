import type { Booking } from './model.js'

const versionsKept = 16

/** Everything the service remembers. It decides nothing. */
export class Store {
  #lastSerial = 0
  readonly #versions = new Map<number, Booking[]>()
  readonly #byId = new Map<string, Set<number>>()
  readonly #byAvailability = new Map<string, Set<number>>()
  readonly #byKey = new Map<string, number>()

  /** Serial for a new booking; each is given once. */
  takeSerial(): number {
    return ++this.#lastSerial
  }

  /** Keeps a new booking, or a new version of one. */
  put(booking: Booking): void {
    const versions = this.#versions.get(booking.serial) ?? []
    this.#versions.set(booking.serial, versions)
    const before = versions.at(-1)
    if (before !== undefined && before.availabilityId !== booking.availabilityId)
      this.#byAvailability.get(before.availabilityId)?.delete(booking.serial)
    versions.push(booking)
    if (versions.length > versionsKept) versions.shift()
    index(this.#byId, booking.id, booking.serial)
    index(this.#byAvailability, booking.availabilityId, booking.serial)
  }

  /** What a booking was, oldest first; the last is what it is. Empty only for a serial that was never put. */
  versions(serial: number): readonly Booking[] {
    return this.#versions.get(serial) ?? []
  }

  /** Serials of all bookings, in the order in which they were first put. */
  serials(): number[] {
    return [...this.#versions.keys()]
  }

  /** Serials of the bookings with this id: ids are unique for a reseller, not over all of them. */
  withId(id: string): readonly number[] {
    return [...(this.#byId.get(id) ?? [])]
  }

  /** The bookings of a slot, whatever their status. */
  ofAvailability(availabilityId: string): readonly Booking[] {
    return [...(this.#byAvailability.get(availabilityId) ?? [])].flatMap((serial) => this.versions(serial).slice(-1))
  }

  /** Serial of the booking that was made under a key; `scope` is the key with whom it belongs to. */
  withKey(scope: string): number | undefined {
    return this.#byKey.get(scope)
  }

  rememberKey(scope: string, serial: number): void {
    this.#byKey.set(scope, serial)
  }

  forgetKey(scope: string): void {
    this.#byKey.delete(scope)
  }
}

function index(map: Map<string, Set<number>>, key: string, serial: number): void {
  const serials = map.get(key)
  if (serials === undefined) map.set(key, new Set([serial]))
  else serials.add(serial)
}
