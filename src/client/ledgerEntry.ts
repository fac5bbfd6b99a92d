import type { AnswerOutcome } from './answer.js'
import type { Caller, Exchange } from './exchange.js'

/** A booking that the run made, or may have made. */
export interface LedgerEntry {
  /** null: it could not be learned, for no answer shows one; whether there is a booking may not be known. The key identifies it. */
  readonly id: string | null
  readonly scenario: string
  /** Number of the exchange that reserved it. */
  readonly exchange: number
  readonly as: Caller
  /** Idempotency key it was reserved with; null: none was sent. */
  readonly key: string | null
  /** As last seen; `unknown` where there was no answer, null where the bookings of the target show none. */
  readonly status: string | null
  /** Whether it can be ended, as last seen; null where it was not shown. */
  readonly mayEnd: boolean | null
  /** Number of the exchange that showed the status. */
  readonly lastExchange: number
  /** When it ends by itself by the target's clock, in milliseconds since the epoch; null: nothing says so. */
  readonly endsAt: number | null
  /** The last request to end it that was sent by who made it; null: none was. */
  readonly ending: { readonly exchange: number; readonly outcome: AnswerOutcome; readonly said: string } | null
  /** Of a booking without an id: what its reservation said, so that it can be asked again. */
  readonly asked: Exchange['input'] | null
  /** Of a reservation that was accepted without an id where the profile says: the member names that were there. */
  readonly unread: readonly string[] | null
}
