import { readPointer, type Json } from '../../src/suite/index.js'
import type { TransferProfile } from './transferProfile.js'

/** The fields of a booking that octospec reads, and the profile key of the place where it reads each. */
export const bookingFields = {
  id: 'booking.id',
  status: null,
  cancellable: null,
  expirationMinutes: null,
  reference: 'booking.reference',
  notes: 'booking.notes',
  holdEnd: 'booking.holdEnd',
  emailReceipt: 'booking.emailReceipt',
  pricing: null,
  total: 'booking.pricing.total',
  net: 'booking.pricing.net',
  taxes: 'booking.pricing.taxes',
  currency: 'booking.pricing.currency',
  currencyPrecision: 'booking.pricing.currencyPrecision',
} as const
export type BookingField = keyof typeof bookingFields

/** Pointer of a field inside a booking of this target; null: its bookings do not carry it. The documents name four of them. */
export function bookingPointer({ booking }: Pick<TransferProfile, 'booking'>, field: BookingField): string | null {
  switch (field) {
    case 'status':
    case 'cancellable':
    case 'expirationMinutes':
    case 'pricing':
      return `/${field}`
    case 'total':
    case 'net':
    case 'taxes':
    case 'currency':
    case 'currencyPrecision':
      return booking.pricing[field]
    default:
      return booking[field]
  }
}

/** Documented fields that stand elsewhere in the bookings of a target, and where. */
export function movedFields({
  status,
  cancellable,
  notCancellable,
  expirationMinutes,
}: TransferProfile['booking']): readonly { readonly field: BookingField; readonly from: string }[] {
  const all: readonly (readonly [BookingField, string])[] = [
    ['status', status],
    ['cancellable', notCancellable ?? cancellable],
    ['expirationMinutes', expirationMinutes],
  ]
  return all.flatMap(([field, from]) => (from === `/${field}` ? [] : [{ field, from }]))
}

/** Reads a field of a booking object through the profile; undefined: it is not there. */
export function readBooking(
  profile: Pick<TransferProfile, 'booking'>,
  booking: Json | undefined,
  field: BookingField,
): Json | undefined {
  const pointer = bookingPointer(profile, field)
  return pointer === null || booking === undefined ? undefined : readPointer<Json>(booking, pointer)
}
