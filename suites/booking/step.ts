import type { Json } from '../../src/suite/index.js'

/**
 * For how many minutes an operation holds its booking, at least and at most.
 * - `begins`: from now on.
 * - `lengthens`: from the reservation, from now on, or in addition: never less than before.
 * - `sets`: from the reservation or from now on.
 */
export interface Held {
  readonly how: 'begins' | 'lengthens' | 'sets'
  readonly least: number
  /** null: nobody knows. */
  readonly most: number | null
}

/** The changes that an operation makes to its booking, where it is carried out. */
export interface Effect<Field extends string> {
  readonly writes: ReadonlyMap<Field, Json>
  /** Those of `writes` that were not sent, but follow from the operation by the documents. */
  readonly implied: readonly Field[]
  /** Those of `writes` that were not sent, and have the default of the documents. */
  readonly defaults: readonly Field[]
  /** Those of `writes` that it may leave as they were, too. */
  readonly maybe?: readonly Field[]
  /** The documents leave open what becomes of these: the next answer tells. */
  readonly opens: readonly Field[]
  /** These mean nothing any more, and may come and go. */
  readonly drops: readonly Field[]
  /** The hold time that it sets; null: the hold time ends the booking no more. Absent: the hold goes on. */
  readonly holds?: Held | null
  /** The server said that it will be done, and shows the booking as it was: it may be done at any time. */
  readonly isLater?: true
  /** How the booking stands from then on, whatever its state is called. */
  readonly becomes?: Situation
  /** All that an edit sends. The answer may be the booking as it is, if these are so already. Absent: it is no edit. */
  readonly asks?: ReadonlyMap<Field, Json>
  /** It makes the booking, unless its key had made it before. */
  readonly makes?: true
  /** Its key had made the booking before, with the same content. */
  readonly isReplay?: true
}

/** A booking as one answer shows it. */
export interface Shown<Field extends string> {
  readonly id: string
  readonly values: ReadonlyMap<Field, Json>
  /** The id that it shows, where it was asked for by another. */
  readonly told?: string
  /** The place of the booking in the answer, as a JSON Pointer. */
  readonly pointer: string
}

/** How an answer shows a booking: as the answer of a write, by get, or in a list. */
export type Channel = 'answer' | 'get' | 'list'

/** One request about bookings, seen through the profile. This is all that the account knows of it. */
export interface Step<Field extends string> {
  /** Number of the request. */
  readonly n: number
  readonly operation: string
  /** How its answer shows bookings. */
  readonly channel: Channel
  readonly caller: string
  /** The booking that it asks for or makes; null: a list, or none. */
  readonly id: string | null
  readonly outcome: 'accepted' | 'refused' | 'none'
  /** The server says that it failed. */
  readonly isServerError: boolean
  /** The idempotency key that it was sent with. */
  readonly key?: string
  /** All that was sent with the key, so that the same request is known when it is sent again. */
  readonly content?: string
  /** A text that was sent with it, which the booking that it makes shows. */
  readonly text?: string
  /** How somebody other than the owner of the account was refused, in the words of the server. */
  readonly refusal?: string
  /** It was answered with success, and with nothing in it. */
  readonly isEmpty?: true
  /** It was to be sent without credentials, and the profile names none that could be left out. */
  readonly isAsOwner?: true
  /** When it was sent and answered, in milliseconds of octospec's clock. */
  readonly from: number
  readonly to: number
  /** How far the test clock had been moved, in minutes. */
  readonly clock: number
  /** It moved the test clock. */
  readonly movesClock?: true
  /** Others may act on the same bookings unseen. */
  readonly isRecorded: boolean
  /** null: it changes nothing. */
  readonly effect: Effect<Field> | null
  readonly shown: readonly Shown<Field>[]
}

/** The states that the documents tell apart. */
export type Situation = 'held' | 'over' | 'confirmed' | 'cancelled' | 'redeemed' | 'barred'

/** How the bookings of a service are compared. A pack brings it. */
export interface Fields<Field extends string> {
  readonly names: readonly Field[]
  /** The place of the id in a booking, as a JSON Pointer. */
  readonly idPlace: string
  /** The field of the state. The answer of an operation that changes it may still show the state before. */
  readonly state: Field
  /** The state of a booking that is held. */
  readonly held: Json
  /** Fields that show for how long. */
  readonly times: readonly Field[]
  /** What the state says of a booking; null: nobody knows what it means. */
  readonly situationOf: (state: Json) => Situation | null
  /** Whether a booking that shows this value must refuse the operation. */
  readonly bars: (operation: string, field: Field, value: Json) => boolean
  /** Whether the operation is allowed of a booking that shows this value. */
  readonly frees: (operation: string, field: Field, value: Json) => boolean
  /** For how long a value stays by itself: for ever, as long as the hold, or for a minute. */
  readonly lasts: (field: Field) => 'ever' | 'hold' | 'minute'
  /** Whether a value may be shown as this. @param isSent it was sent; else it was shown before */
  readonly agrees: (field: Field, known: Json, found: Json, isSent: boolean) => boolean
  /** Whether bookings need not show it. */
  readonly isOptional: (field: Field) => boolean
  /** Whether it counts only where bookings showed what was sent before. */
  readonly isMirror: (field: Field) => boolean
  /** Whether no operation leads to this value: nobody can have written it unseen. */
  readonly isFirst: (field: Field, found: Json) => boolean
  /** Whether two states are known, and are two: no booking is in both, or comes from one to the other by itself. */
  readonly contradicts: (one: Json, other: Json) => boolean
  /** Whether the server still works on the booking: then an answer tells neither what it was nor what it will be. */
  readonly isPending: (shown: Shown<Field>) => boolean
  /**
   * Milliseconds for which a read may show what was before a write, for which a booking may be worked on, and for which
   * a hold may go on after its end.
   */
  readonly settle: { readonly read: number; readonly pending: number; readonly end: number }
}
