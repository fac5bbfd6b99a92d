import type { Json } from '../profile/profile.js'
import type { Spending } from '../suite/scenario.js'
import type { Exchange } from '../wire/exchange.js'

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

/** How time passes for the stages of timelines: by the target's test clock, by waiting, or until a second visit. */
export type Ageing = 'clock' | 'wait' | 'later'

/** What a run set out to do; the first line of the evidence. With the profile in it, all judging follows from it. */
export interface Plan {
  readonly schemaVersion: 1
  readonly tool: { readonly name: 'octospec'; readonly version: string; readonly node: string }
  readonly contract: { readonly version: string; readonly sha256: string }
  readonly startedAt: string
  readonly seed: number
  readonly nonce: string
  readonly effort: Spending
  readonly strict: boolean
  readonly only: readonly string[]
  readonly allowUntested: readonly string[]
  readonly allowLiveBookings: boolean
  readonly ageing: Ageing
  /** Redacted. */
  readonly profile: Json
  /** The words of a command line that does the same, without what it chooses, writes and shows; redacted. */
  readonly command?: readonly string[]
  readonly checks: readonly string[]
}

/** `edge` and `sample` are tried in any case; `shrink` only looks for a simpler failure. */
export type Phase = 'once' | 'edge' | 'sample' | 'shrink' | 'stage'

/** One line of `exchanges.ndjson`. Lines of different scenarios may be mixed; those of one are in order. */
export type EvidenceLine =
  | { readonly type: 'plan'; readonly plan: Plan }
  /** A reservation that is about to be sent; the exchange of the same number says what became of it. */
  | { readonly type: 'intent'; readonly exchange: Exchange }
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  | {
      readonly type: 'trial'
      readonly scenario: string
      readonly trial: number
      readonly phase: Phase
      readonly data: Json
    }
  /** The trial that shrinking ended with, and how to find it again. */
  | { readonly type: 'smallest'; readonly scenario: string; readonly trial: number; readonly replay: string }
  | {
      readonly type: 'stop'
      readonly scenario: string
      readonly reason: string
      readonly remedy: string
      readonly exchange: number | null
      readonly key?: string
    }
  /** octospec itself broke in this scenario. */
  | { readonly type: 'crash'; readonly scenario: string; readonly message: string }
  | { readonly type: 'done'; readonly scenario: string }
  /** A timeline that goes on later: the stages so far and when the first began. */
  | {
      readonly type: 'pending'
      readonly scenario: string
      readonly startedAt: number
      readonly next: number
      readonly data: Json
    }
  | { readonly type: 'bookings'; readonly bookings: readonly BookingFate[] }
  | {
      readonly type: 'end'
      readonly reason: 'complete' | 'aborted'
      readonly why?: string
      /** What to do about that, where it is known. */
      readonly remedy?: string
      /** From this exchange on the target was lost or knew us no longer: what was seen then says nothing of it. */
      readonly since?: number
      readonly durationMs: number
      readonly requests: number
      /** What was not as it should be on this visit, though nothing of the target's: the report says it. */
      readonly notes?: readonly string[]
    }
  /** Proves that octospec wrote all lines before it, so that their ids may be acted upon. */
  | { readonly type: 'seal'; readonly key: string; readonly mac: string }

export interface EvidenceSink {
  write(line: EvidenceLine): void
}

export type Seal = Extract<EvidenceLine, { type: 'seal' }>

/** Evidence that cannot be read: which file, which line, what is wrong with it. */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError'
  readonly code = 'OCTOSPEC_EVIDENCE'
  readonly remedy: string

  constructor(message: string, remedy = 'name the folder of a run, unchanged, as octospec run wrote it') {
    super(message)
    this.remedy = remedy
  }
}
