import type { OperationName } from '../operations.js'
import type { JsonObject } from './json.js'

export type { OperationName, Write } from '../operations.js'

/** The two accounts of the service, and one that is nobody's: a variant lets strangers book on it. */
export type Reseller = 'a' | 'b' | 'anonymous'

/** A logical field of a request, whatever a dialect calls it and wherever it is written. */
export type Field =
  | 'currency'
  | 'availabilityId'
  | 'expirationMinutes'
  | 'notes'
  | 'optionId'
  | 'productId'
  | 'idempotencyKey'
  | 'emailReceipt'
  | 'reference'
  | 'reason'
  | 'page'
  | 'pageSize'
  | 'sortField'
  | 'sortOrder'
  | 'bookingType'
  | 'from'
  | 'to'

/**
 * The logical fields exactly as sent, of any JSON type; a field that was not sent is absent. A dialect translates only
 * spellings: `sortField` is `price` for a sort by price, `sortOrder` `ascending` or `descending`, `bookingType`
 * `product` or `tour`. Anything else comes as it was sent. `from`, `to`: days (`YYYY-MM-DD`) of an availability check.
 */
export type Input = Readonly<Partial<Record<Field, unknown>>>

/** A request, told without HTTP and without a dialect. */
export interface Call {
  readonly operation: OperationName
  /** Account that the credentials belong to; null: none, or wrong ones. */
  readonly reseller: Reseller | null
  readonly credentials: 'valid' | 'none' | 'wrong'
  /** Booking id, for the operations on one booking. */
  readonly id?: string
  readonly input: Input
  /** Members of the body that mean nothing here. */
  readonly unknownFields: readonly string[]
  /** What these say, for faults and variants. */
  readonly unknown?: JsonObject
  /** Octo-Capabilities as sent, value and spelling of the name; null: not sent. */
  readonly capabilityHeader: { readonly name: string; readonly value: string } | null
}

export type RefusalCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'UNKNOWN_BOOKING'
  | 'UNKNOWN_OPTION'
  | 'UNKNOWN_AVAILABILITY'
  | 'NOT_AVAILABLE'
  | 'INVALID_EXPIRATION'
  | 'INVALID_CURRENCY'
  | 'NOT_ON_HOLD'
  | 'NOT_CANCELLABLE'
  | 'CONFLICT'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_LARGE'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL'

/**
 * An answer, told without HTTP and without a dialect. It is built anew for every call, so a fault may edit it in place.
 *
 * - `transfer`: in the documents' own field names (2.1 to 2.4).
 * - a slot: `{availabilityId, start, available}`.
 * - a booking: `{id, idempotencyKey, status, cancellable, expirationMinutes, createdAt, updatedAt, holdEnd,
 *   confirmedAt, reference, notes, emailReceipt, availabilityId, productId, optionId, cancellation, pricing?:
 *   {original, total, net, currency, currencyPrecision, taxes}}`; status is one of {@link BookingStatus}. Members that
 *   a dialect does not know pass through.
 */
export type Reply =
  | { kind: 'transfer'; transfer: JsonObject }
  | { kind: 'availability'; slots: JsonObject[] }
  | { kind: 'booking'; booking: JsonObject; created: boolean }
  | { kind: 'list'; bookings: JsonObject[]; total: number }
  | { kind: 'refused'; code: RefusalCode; message: string; id?: string }

export type BookingStatus = 'ON_HOLD' | 'CONFIRMED' | 'CANCELLED' | 'EXPIRED' | 'REDEEMED'

/** A price in minor units (2.4, 2.5). `total` is what the guest pays, tax included: `retail` of an option. */
export interface Price {
  readonly original: number
  readonly total: number
  readonly net: number
  readonly currency: string
  readonly currencyPrecision: number
  readonly taxes: readonly Tax[]
}

export interface Tax {
  readonly name: string
  readonly original: number
  readonly retail: number
  readonly net: number
}

/** Something that can be booked at a time. Times are milliseconds since the epoch. */
export interface Slot {
  readonly availabilityId: string
  readonly productId: string
  readonly optionId: string
  readonly start: number
}

/** A booking as the service keeps it. Never edited: a change is a new record with the same `serial`. */
export interface Booking {
  /** Order of creation, from 1; never shown. */
  readonly serial: number
  readonly id: string
  readonly idempotencyKey: string | null
  readonly reseller: Reseller
  readonly status: BookingStatus
  readonly expirationMinutes: number
  /** When the hold ends; null: it is no hold (any more). */
  readonly holdEnd: number | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly confirmedAt: number | null
  readonly redeemedAt: number | null
  readonly notes: string | null
  readonly reference: string | null
  readonly emailReceipt: boolean
  readonly availabilityId: string
  readonly productId: string
  readonly optionId: string
  readonly start: number
  readonly currency: string
  readonly price: Price
  readonly cancellation: { readonly reason: string | null; readonly at: number } | null
}

/** Thrown inside an operation to refuse the call; the service turns it into a reply. Nothing has been saved by then. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
