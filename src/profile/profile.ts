/** A JSON value, as read from a profile or from a body. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Where a value is written into a request: `body:/x/y`, `query:x` or `header:X`. */
export type Place =
  | { readonly in: 'body'; readonly pointer: string }
  | { readonly in: 'query'; readonly name: string }
  | { readonly in: 'header'; readonly name: string }

/** How a target offers one operation. */
export interface Operation {
  readonly method: string
  /** Appended to `target.url`; `{id}` stands for the booking id. */
  readonly path: string
  /** The logical fields of the operation and where each is written. A field that the target has no place for is absent. */
  readonly fields: Readonly<Record<string, Place>>
  /** Extra parts that every request of this operation carries. Date templates are kept until a request is made. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, Json>>
  /** Where the answer has its list (availability and list): a JSON Pointer to an array, or to the one item. */
  readonly items: string
  /** availability only: pointers that may hold the availabilityId inside an item, the first that resolves to text is used. */
  readonly availabilityId: readonly string[]
  /** list only: how the target spells the inputs that the documents name. */
  readonly values: {
    readonly price: string
    readonly ascending: string
    readonly descending: string
    readonly product: string
  }
}

/** Something that may be booked on the target. */
export interface Bookable {
  readonly productId: string
  readonly optionId: string
  /** Currency that applies when a reservation names none (4.2); absent: that clause stays untested for bookings. */
  readonly defaultCurrency?: string
  /** For how many minutes after an availability check it can still be cancelled; always there for `bookable.soon`. */
  readonly cutOffMinutes?: number
  /** How the list calls the type of its bookings; for `bookable.other`, where that is another type than `standard` has. */
  readonly bookingType?: string
  /** Extra body members for availability and reserve of this bookable. */
  readonly availability?: Readonly<Record<string, Json>>
  readonly reserve?: Readonly<Record<string, Json>>
}

/** The things that a profile may name to book; all but the first may be missing. */
export const bookableNames = ['standard', 'lateStart', 'soon', 'soldOut', 'other'] as const
export type BookableName = (typeof bookableNames)[number]

/** A failure that is known and accepted until a day. */
export interface Waiver {
  readonly check: string
  readonly reason: string
  /** Last day on which the waiver holds, `YYYY-MM-DD`. */
  readonly until: string
}

/** A variable of the environment that was put into a text of the profile. */
export interface VariableUse {
  readonly name: string
  /** Keys that lead to the text. */
  readonly path: readonly string[]
}

/** Places in a booking, as JSON Pointers. An absent place is one that the target's bookings do not carry (declared null). */
export interface BookingPlaces {
  /** Where an answer that is one booking has it; empty: the answer is the booking. Not in lists. */
  readonly at: string
  readonly id: string
  readonly reference: string | null
  readonly notes: string | null
  readonly holdEnd: string | null
  readonly emailReceipt: string | null
  readonly statuses: { readonly confirmed: string; readonly cancelled: string; readonly expired: string }
  readonly pricing: {
    readonly total: string
    readonly net: string
    readonly taxes: string | null
    /** Inside one of the taxes: its amount, of what is included in the net amount. */
    readonly taxAmount: string | null
    readonly currency: string | null
    readonly currencyPrecision: string | null
  }
}

/** What octospec knows of one target: the default profile with the target's own YAML merged over it, resolved and valid. */
export interface Profile {
  /** File it was read from, as given on the command line; for messages only. */
  readonly file: string
  readonly target: {
    /** Without a trailing slash. */
    readonly url: string
    readonly environment: 'sandbox' | 'live'
    readonly headers: Readonly<Record<string, string>>
  }
  readonly otherReseller: { readonly headers: Readonly<Record<string, string>> } | null
  readonly bookable: {
    readonly standard: Bookable
    /** Each for a reason of its own: it starts too soon, it is never refunded. */
    readonly lateStart: readonly Bookable[]
    readonly soon: Bookable | null
    readonly soldOut: Bookable | null
    readonly other: Bookable | null
  }
  /** `null`: declared as not offered. */
  readonly operations: Readonly<Record<string, Operation | null>>
  readonly booking: BookingPlaces
  readonly availability: { readonly exclusive: boolean }
  readonly hold: { readonly graceSeconds: number }
  /** After how long at the latest reads show what was written. */
  readonly reads: { readonly settleSeconds: number }
  readonly clock: { readonly method: string; readonly path: string; readonly minutes: Place } | null
  readonly redeem: { readonly method: string; readonly path: string } | null
  readonly refusal: {
    /** Status classes or codes that are a refusal: `4xx`, `409`. */
    readonly statuses: readonly string[]
    /** Pointer to an error member that marks a refusal under 2xx; null: there is none. */
    readonly body: string | null
  }
  readonly limits: {
    readonly concurrency: number
    /** Infinity on loopback unless given. */
    readonly requestsPerSecond: number
    readonly timeoutSeconds: number
    readonly bookings: number
  }
  readonly waive: readonly Waiver[]
  /** Further places that are secret: header names (any case) and body pointers. */
  readonly redact: { readonly headers: readonly string[]; readonly pointers: readonly string[] }
  /**
   * Dotted keys that the target's own file sets (not the defaults), every prefix included:
   * `operations.list`, `operations.list.sortOrder`. A default that is not declared cannot make a server fail.
   */
  readonly declared: ReadonlySet<string>
  /** Values that came from `${ENV}`, by variable name. Never written anywhere. */
  readonly secrets: ReadonlyMap<string, string>
  /** Where variables of the environment were put into the profile: what is sent of them, and where to. Empty for a profile from evidence. */
  readonly variables: readonly VariableUse[]
}
