import type { HelperRequest, Json, Operation, Place, Profile } from '../../src/suite/index.js'
import type { OperationName, Write } from './operations.js'

/** Extra members of a body. */
export type Payload = Readonly<Record<string, Json>>

/** Something that may be booked on the target. */
export interface Bookable {
  readonly productId: string
  readonly optionId: string
  readonly defaultCurrency?: string
  /** Every one that it is sold in; undefined: the profile does not say. */
  readonly currencies?: readonly string[]
  readonly bookingType?: string
  /** Extra members of the bodies of these two operations. */
  readonly availability?: Payload | readonly Payload[]
  readonly reserve?: Readonly<Record<string, Json>>
  /** Minutes after an availability check. */
  readonly cutOffMinutes?: number
  /** Pointer in the item of the availability, or else in the booking, to when it can be cancelled no more. */
  readonly cutOffAt?: string
  /** Minutes before that at which it can be cancelled no more. */
  readonly cutOffBefore?: number
  /** How many bookings one availability takes, where the profile names few. */
  readonly places?: number
}

/** The meaning, for octospec, of the keys of a profile of this service: types written by hand (decision 30). */
export interface TransferProfile extends Profile {
  /** `null`: declared as not offered. */
  readonly operations: Readonly<
    Record<Exclude<OperationName, 'availability' | 'list' | 'transfers'>, Operation | null>
  > & {
    /** `at`: JSON Pointer to the Transfer in the answer. */
    readonly transfers: (Operation & { readonly at: string; readonly routes?: Payload | readonly Payload[] }) | null
    /** `availabilityId`: JSON Pointers inside one item, of which the first that leads to a text is taken. */
    readonly availability:
      | (Operation & {
          readonly availabilityId: readonly string[]
          readonly full?: { readonly at: string; readonly values?: readonly string[] }
        })
      | null
    readonly list:
      | (Operation & {
          /** In the answer: how many bookings there are in all; null: it does not say. */
          readonly total: string | null
          readonly values: {
            readonly price: string
            readonly ascending: string
            readonly descending: string
            readonly product: string
            /** A booking type of which the run books nothing; null: there is one type alone. */
            readonly otherType?: string | null
          }
        })
      | null
  }
  readonly bookable: {
    readonly standard: Bookable
    /** Each for a reason of its own: it starts too soon, it is never refunded. */
    readonly late: readonly Bookable[]
    /** The first for all that looks at a window; of each other one, for the edge of its own. */
    readonly closing: readonly Bookable[]
    readonly soldOut: Bookable | null
    /** Each is booked once without a currency. */
    readonly other: readonly Bookable[]
    /** Where `availability.exclusive` says it of all, there need be none. */
    readonly exclusive: Bookable | null
  }
  /** JSON Pointers inside one booking; `at` is that of the booking in the answer. null: bookings do not carry it. */
  readonly booking: {
    readonly at: string
    readonly id: string
    /** The ids that single operations take in place of `id`. */
    readonly ids: Readonly<Record<Write, string | null>>
    /** Where the fields stand that the documents name; `notCancellable`: where the opposite of cancellable does. */
    readonly status: string
    readonly cancellable: string
    readonly notCancellable: string | null
    readonly expirationMinutes: string
    readonly reference: string | null
    readonly notes: string | null
    readonly holdEnd: string | null
    readonly emailReceipt: string | null
    readonly statuses: {
      readonly confirmed: string
      readonly cancelled: string
      readonly expired: string
      /** What a booking shows while a write is processed. */
      readonly pending: readonly string[]
      /** After a confirm that was accepted, and then turned down. */
      readonly rejected?: string
    }
    /** For how many seconds after a write a booking may show one of `statuses.pending`. */
    readonly settleSeconds: number
    readonly pricing: {
      readonly total: string
      readonly net: string
      readonly taxes: string | null
      /** Inside one of the taxes. */
      readonly taxAmount: string | null
      readonly currency: string | null
      readonly currencyPrecision: string | null
    }
  }
  readonly availability: { readonly exclusive: boolean }
  /** Seconds after its end that a hold may still show. */
  readonly hold: { readonly graceSeconds: number }
  readonly redeem: (HelperRequest & { readonly id?: Place }) | null
}

/** What a profile says under `bookable`. */
export type BookableName = keyof TransferProfile['bookable']
