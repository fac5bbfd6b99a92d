import { readPointer, type Json, type ShownBooking } from '../vocabulary/index.js'

/** What the taxes of a booking come to, in the smallest unit; null: it shows none, or not the amount of each. */
export function sumOfTaxes(booking: ShownBooking): number | null {
  const place = booking.answer.profile.booking.pricing.taxAmount
  const taxes = booking.read('taxes')
  if (place === null || !Array.isArray(taxes) || taxes.length === 0) return null
  const amounts = taxes.map((tax: Json) => readPointer<Json>(tax, place))
  return amounts.every((amount) => typeof amount === 'number' && Number.isInteger(amount))
    ? amounts.reduce<number>((sum, amount) => sum + Number(amount), 0)
    : null
}
