import { isDeepStrictEqual } from 'node:util'
import { describeValue, fail, pass, unjudged, unusable, wants, idText, isMap, say, type Words } from './words.js'
import type { Answer, BookingField, Json, Judgement, ShownBooking } from './words.js'
import { isPending, mayFollow } from './states.js'
import type { TransferAnswer } from '../answer.js'

/** Fields that tell the booking's fate: no prices, which may be quoted anew; no timestamps but the end of the hold. */
export const tellingFields: readonly BookingField[] = [
  'id',
  'status',
  'cancellable',
  'expirationMinutes',
  'reference',
  'notes',
  'holdEnd',
]

/** How far apart, in milliseconds, two texts of one end of a hold may lie: a service may count anew, or round. */
const holdEndTolerance = 5_000

/**
 * Judges that a booking in a later answer is what it was in an earlier one, in these fields, if the profile has a place
 * for them: states by the table of states, allowed actions only while the state is the same, texts as texts.
 * `because` completes the message: "notes changed, though ...". Untested where one of the answers is not to be had.
 */
export function sameBooking(
  before: Answer | null | undefined,
  after: Answer | null | undefined,
  fields: readonly BookingField[],
  because: Words,
): Judgement {
  const cannot = unusable(before) ?? unusable(after)
  const [booking] = after?.bookings ?? []
  if (cannot !== null || !before || !booking) return cannot ?? unjudged(after)
  const findings = differing(before, booking, fields).map((field) => {
    const was = before.read(field)
    const { key } = before.place(field)
    return booking.finding(field, {
      ...say`${field} was ${describeValue(was)} in request ${before} and is ${describeValue(booking.read(field))}, ${because}`,
      ...wants.value(was),
      before: { exchange: before.n, value: was ?? null },
      ...(key !== null && { restsOn: [key] }),
    })
  })
  return findings.length === 0 ? pass : fail(...findings)
}

/** Whether a list shows a booking as an answer did before. What it does not show at all it does not contradict. */
export function isListedAs(
  before: Answer,
  booking: ShownBooking | null | undefined,
  fields: readonly BookingField[],
): boolean {
  if (!booking || unusable(before) !== null) return true
  const shown = fields.filter((field) => booking.read(field) !== undefined)
  return differing(before, booking, shown).length === 0
}

/** Those of these fields that a booking has otherwise than an answer showed it before. */
function differing(before: Answer, booking: ShownBooking, fields: readonly BookingField[]): readonly BookingField[] {
  const moved = !isDeepStrictEqual(before.read('status'), booking.read('status'))
  // An answer about a booking that is still worked on tells neither what it was nor what it will be.
  const isWorkedOn = isPending(before.read('status'), booking.answer.profile)
  const told = isWorkedOn ? fields.filter((field) => lasting.includes(field)) : fields
  return told.filter(
    (field) =>
      before.place(field).pointer !== null &&
      !isSame(field, before, booking.read(field)) &&
      !(moved && ofTheState.includes(field)),
  )
}

/** What moves on with the state of a booking. */
const ofTheState: readonly BookingField[] = ['cancellable', 'holdEnd']
/** What an answer tells of a booking that it shows on its way to another state. */
const lasting: readonly BookingField[] = ['id', 'status']
const texts: readonly BookingField[] = ['reference', 'notes']

function isSame(field: BookingField, before: Answer, found: Json | undefined): boolean {
  const was = before.read(field)
  // Absent and null say the same: there is none.
  if (isDeepStrictEqual(was ?? null, found ?? null)) return true
  if (field === 'status') return mayFollow(before, found)
  if (texts.includes(field)) return (was ?? '') === (found ?? '')
  if (field !== 'holdEnd' || typeof was !== 'string' || typeof found !== 'string') return false
  return Math.abs(Date.parse(was) - Date.parse(found)) <= holdEndTolerance
}

/** Names of other ids that a booking goes by; no names of something else's, such as a product's. */
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

/** Id of the booking that a request is about: that it asked for, or that it made; null: none is known. */
export function bookingAbout(answer: TransferAnswer): string | null {
  const { bookingId, purpose } = answer.exchange
  if (bookingId !== undefined) return bookingId
  return (purpose === 'reserve' && answer.accepted ? idText(answer.read('id')) : undefined) ?? null
}
