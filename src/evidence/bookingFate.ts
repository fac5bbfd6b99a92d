/** A booking that the run made, and what became of it. */
export interface BookingFate {
  readonly id: string | null
  /** Idempotency key of the reservation: what a supplier can look it up by when no id was answered. */
  readonly key: string | null
  readonly scenario: string
  /** Number of the exchange that made it. */
  readonly exchange: number
  readonly as: string
  readonly status: string | null
  readonly fate: string
  readonly note?: string
  /** No cancel ends it, as it says itself. */
  readonly final?: true
}
