import { readBooking, readPointer, type Json, type Profile } from '../vocabulary/index.js'

/** What the taxes of a booking come to, in the smallest unit; null: it shows none, or not the amount of each. */
export function sumOfTaxes(profile: Profile, booking: Json): number | null {
  const place = profile.booking.pricing.taxAmount
  const taxes = readBooking(profile, booking, 'taxes')
  if (place === null || !Array.isArray(taxes) || taxes.length === 0) return null
  const amounts = taxes.map((tax: Json) => readPointer<Json>(tax, place))
  return amounts.every((amount) => typeof amount === 'number' && Number.isInteger(amount))
    ? amounts.reduce<number>((sum, amount) => sum + Number(amount), 0)
    : null
}
