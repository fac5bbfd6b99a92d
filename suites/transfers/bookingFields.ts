import { idText, readPointer, type Finding, type FindingText, type Json } from '../../src/suite/index.js'
import type { TransferAnswer } from './answer.js'
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

/** Pointer of a field inside a booking of this server; null: bookings lack it. The documents have four of them. */
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

/** A booking as an answer shows it: one of a list, or what the answer is. */
export class ShownBooking {
  readonly answer: TransferAnswer
  readonly json: Json
  readonly #index: number | null

  /** @param index of one of a list */
  constructor(answer: TransferAnswer, json: Json, index: number | null) {
    this.answer = answer
    this.json = json
    this.#index = index
  }

  /** Where it stands in what the answer is. */
  get pointer(): string {
    return this.#index === null ? '' : this.answer.itemPlace(this.#index)
  }

  /** undefined: it shows none. */
  get id(): string | undefined {
    return idText(this.read('id'))
  }

  /** A field of it; undefined: it is not there. */
  read(field: BookingField): Json | undefined {
    return readBooking(this.answer.profile, this.json, field)
  }

  /** Where a field of it stands in what the answer is. */
  place(field: BookingField): string {
    return `${this.pointer}${bookingPointer(this.answer.profile, field) ?? ''}`
  }

  /** A finding at a field of it: what it has there was received. */
  finding(field: BookingField, said: FindingText): Finding {
    return { received: this.read(field) ?? null, field, ...said, exchange: this.answer.n, pointer: this.place(field) }
  }
}
