import { idText, isMap, type Answer } from './words.js'

/** How bookings call what they go by beside the id that the operations take; no name of something else's, such as a product's. */
const named = /^_?(booking|reservation|order|confirmation|supplier)?[_-]?(uuid|id|ref|reference|number|no|code)$/i
/** Each is a request of both accounts. */
const most = 3
const longest = 100

/** What else a booking may be read by than its id: texts that are called like one, and that no request has written. */
export function otherIdsOf({ json = null, bookings: [booking] }: Answer): readonly string[] {
  if (!isMap(json) || booking === undefined) return []
  const known = new Set([booking.id, idText(booking.read('reference')), idText(booking.read('notes'))])
  const found = Object.entries(json).flatMap(([name, value]) =>
    named.test(name) && typeof value === 'string' && value !== '' && value.length <= longest && !known.has(value)
      ? [value]
      : [],
  )
  return [...new Set(found)].slice(0, most)
}
