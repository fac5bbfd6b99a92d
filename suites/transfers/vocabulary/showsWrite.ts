import type { Answer } from './words.js'
import { sameBooking, tellingFields } from './sameBooking.js'
import { toldBy } from './toldBy.js'

/** Whether a get shows what an accepted write before it answered, as far as both tell. A cancelled booking may be gone. */
export function showsWrite(write: Answer, read: Answer): boolean {
  if (read.outcome === 'none') return true
  if (read.refused) return write.exchange.purpose === 'cancel'
  const told = toldBy(tellingFields, write, read)
  return sameBooking(write, read, told, '').outcome !== 'fail'
}
