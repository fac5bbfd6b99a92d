import {
  describeValue,
  fail,
  pass,
  unjudged,
  unusable,
  wants,
  type Answer,
  type BookingField,
  type Finding,
  type Json,
  type Judgement,
  type ShownBooking,
} from '../vocabulary/index.js'

const places: readonly BookingField[] = ['pricing', 'total', 'net', 'taxes']

/** Is there something at a place? A member that is null, or an empty object or array, carries no data. */
export function carries(value: Json | undefined): value is Json {
  if (value === undefined || value === null) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Does a booking carry the price data that section 1.5 promises? Its inner fields are not documented. */
export function isPriced(answer: Answer): boolean {
  return answer.accepted && carries(answer.read('pricing'))
}

/** The first price data in a booking that should have none. */
export function priceIn(booking: ShownBooking): readonly Finding[] {
  const found = places.find((field) => carries(booking.read(field)))
  if (found === undefined) return []
  const value = describeValue(booking.read(found))
  const message = `a booking carries ${found === 'pricing' ? 'price data' : `its ${found}`} without octo/pricing: ${value}`
  return [booking.finding(found, { message, ...wants.nothing('no price data') })]
}

/** No price data in the booking that an answer is. */
export function isUnpriced(answer: Answer | null): Judgement {
  const cannot = unusable(answer)
  if (cannot !== null || answer === null) return cannot ?? unjudged(answer)
  const findings = answer.bookings.flatMap(priceIn)
  return findings.length === 0 ? pass : fail(...findings)
}
