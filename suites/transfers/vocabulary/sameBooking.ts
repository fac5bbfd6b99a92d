import { isDeepStrictEqual } from 'node:util'
import {
  bookingFields,
  bookingPointer,
  describeValue,
  fail,
  pass,
  readBooking,
  unjudged,
  unusable,
  type Answer,
  type BookingField,
  type Json,
  type Judgement,
} from '../../../src/suite/index.js'

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
 * place. `because` completes the message: "notes changed, though ...". Untested where one of the answers is not to be had.
 */
export function sameBooking(
  before: Answer | null | undefined,
  after: Answer | null | undefined,
  fields: readonly BookingField[],
  because: string,
): Judgement {
  const cannot = unusable(before) ?? unusable(after)
  if (cannot !== null || !before || !after) return cannot ?? unjudged(after)
  const findings = fields.flatMap((field) => {
    const was = before.read(field)
    const found = after.read(field)
    const pointer = bookingPointer(after.profile, field)
    const key = bookingFields[field]
    if (pointer === null || isSame(field, was, found)) return []
    return [
      {
        message: `${field} was ${describeValue(was)} in exchange ${before.n} and is ${describeValue(found)}, ${because}`,
        expected: describeValue(was),
        received: found ?? null,
        exchange: after.n,
        pointer,
        ...(key !== null && { restsOn: [key] }),
      },
    ]
  })
  return findings.length === 0 ? pass : fail(...findings)
}

/** The same as sameBooking, for one booking of a list. */
export function sameInList(
  before: Answer | null | undefined,
  list: Answer,
  index: number,
  fields: readonly BookingField[],
  because: string,
): Judgement {
  const cannot = unusable(before) ?? unusable(list)
  if (cannot !== null || !before) return cannot ?? unjudged(before)
  const findings = fields.flatMap((field) => {
    const was = before.read(field)
    const found = readBooking(list.profile, list.items[index], field)
    const pointer = bookingPointer(list.profile, field)
    const key = bookingFields[field]
    // What the list does not show at all it does not contradict.
    if (pointer === null || found === undefined || isSame(field, was, found)) return []
    return [
      {
        message: `${field} was ${describeValue(was)} in exchange ${before.n} and is listed as ${describeValue(found)}, ${because}`,
        expected: describeValue(was),
        received: found,
        exchange: list.n,
        pointer: `${list.itemsPointer}/${index}${pointer}`,
        ...(key !== null && { restsOn: [key] }),
      },
    ]
  })
  return findings.length === 0 ? pass : fail(...findings)
}

function isSame(field: BookingField, a: Json | undefined, b: Json | undefined): boolean {
  // Absent and null say the same: there is none.
  if (isDeepStrictEqual(a ?? null, b ?? null)) return true
  if (field !== 'holdEnd' || typeof a !== 'string' || typeof b !== 'string') return false
  return Math.abs(Date.parse(a) - Date.parse(b)) <= holdEndTolerance
}
