import type { Answer, BookingField } from './words.js'
import { isOnHold } from './isOnHold.js'
import { sameBooking, tellingFields } from './sameBooking.js'
import { toldBy } from './toldBy.js'

/**
 * Whether a get shows what an accepted write before it answered, as far as both tell. A cancelled booking may be gone.
 * @param lacked fields that gets of this target are known not to show
 */
export function showsWrite(write: Answer, read: Answer, lacked: ReadonlySet<BookingField> = new Set()): boolean {
  if (read.outcome === 'none') return true
  if (read.refused) return write.exchange.purpose === 'cancel'
  if (write.exchange.purpose === 'confirm' && isOnHold(read)) return false
  if (lackedIn(write, read).some((field) => !lacked.has(field))) return false
  const told = toldBy(tellingFields, write, read)
  return sameBooking(write, read, told, '').outcome !== 'fail'
}

/**
 * What was sent with a write that its answer shows, and a get does not show at all. What a target leaves out while there is nothing
 * of it, an old state of the booking lacks.
 */
export function lackedIn(write: Answer, read: Answer): readonly BookingField[] {
  if (!read.accepted) return []
  const sent = tellingFields.filter((field) => write.exchange.input[field] !== undefined)
  return sent.filter((field) => (write.read(field) ?? null) !== null && read.read(field) === undefined)
}
