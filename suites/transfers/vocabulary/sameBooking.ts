import { isDeepStrictEqual } from 'node:util'
import {
  describeValue,
  fail,
  pass,
  unjudged,
  untested,
  unusable,
  wants,
  type Answer,
  type BookingField,
  type Json,
  type Judgement,
  type ShownBooking,
} from './words.js'
import { isPending, mayFollow } from './statesAgree.js'

/** The fields that tell what became of a booking; no prices, which may be quoted anew, and no timestamps but the end of the hold. */
export const tellingFields: readonly BookingField[] = [
  'id',
  'status',
  'cancellable',
  'expirationMinutes',
  'reference',
  'notes',
  'holdEnd',
]

/** What a booking costs: the same in any two answers between which nothing was done to it. */
export const priceFields: readonly BookingField[] = ['total', 'net', 'currency', 'currencyPrecision']

/** How far apart, in milliseconds, two texts of one end of a hold may lie: a service may count anew, or round. */
const holdEndTolerance = 5_000

/**
 * Judges that a booking in a later answer is what it was in an earlier one, in these fields, as far as the profile gives them a
 * place: states by the table of states, what may be done with them only while the state is the same, texts as texts.
 * `because` completes the message: "notes changed, though ...". Untested where one of the answers is not to be had.
 */
export function sameBooking(
  before: Answer | null | undefined,
  after: Answer | null | undefined,
  fields: readonly BookingField[],
  because: string,
): Judgement {
  const cannot = unusable(before) ?? unusable(after)
  const [booking] = after?.bookings ?? []
  if (cannot !== null || !before || !booking) return cannot ?? unjudged(after)
  return compared(before, booking, fields, 'is', because)
}

/** The same as sameBooking, for one booking of a list. What the list does not show at all it does not contradict. */
export function sameInList(
  before: Answer | null | undefined,
  booking: ShownBooking | null | undefined,
  fields: readonly BookingField[],
  because: string,
): Judgement {
  const cannot = unusable(before)
  if (cannot !== null || !before || !booking) return cannot ?? untested('the booking was not found in the list')
  const shown = fields.filter((field) => booking.read(field) !== undefined)
  return compared(before, booking, shown, 'is listed as', because)
}

function compared(
  before: Answer,
  booking: ShownBooking,
  fields: readonly BookingField[],
  shown: 'is' | 'is listed as',
  because: string,
): Judgement {
  const { profile } = booking.answer
  const moved = !isDeepStrictEqual(before.read('status'), booking.read('status'))
  // Of a booking that is still worked on, an answer tells neither what it was nor what it will be.
  const told = isPending(before.read('status'), profile) ? fields.filter((field) => lasting.includes(field)) : fields
  const findings = told.flatMap((field) => {
    const was = before.read(field)
    const found = booking.read(field)
    const { pointer, key } = before.place(field)
    if (pointer === null || isSame(field, before, found) || (moved && ofTheState.includes(field))) return []
    return [
      booking.finding(field, {
        message: `${field} was ${describeValue(was)} in exchange ${before.n} and ${shown} ${describeValue(found)}, ${because}`,
        ...wants.value(was),
        before: { exchange: before.n, value: was ?? null },
        ...(key !== null && { restsOn: [key] }),
      }),
    ]
  })
  return findings.length === 0 ? pass : fail(...findings)
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
