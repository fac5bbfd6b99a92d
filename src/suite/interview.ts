import type { Exchange } from '../wire/exchange.js'
import type { Json } from '../profile/profile.js'

/**
 * How sure octospec is of a profile line that it writes: `seen` in an answer, `described` in the target's own OpenAPI
 * document and not tried, `assumed` because nothing said otherwise.
 */
export type Sureness = 'seen' | 'described' | 'assumed'

/** A key of a profile, as the names that lead to it. */
export type DraftKey = readonly string[]

/** A profile in the making, in which every line knows where it is from. */
export interface Draft {
  /** Writes a line, or writes it anew. `from`: where the knowledge is from, in a few words. */
  write(key: DraftKey, value: Json, sure: Sureness, from: string): void
  /**
   * Leaves a commented line for what was not found, unless the key is written or has such a line already. `likely` is
   * what may stand there. `isUnread`: the target does not read what octospec sends there by default.
   */
  miss(key: DraftKey, likely: Json, why: string, isUnread?: boolean): void
  read(key: DraftKey): Json | undefined
}

/** A request to a target about which nothing is known yet but its address. */
export interface Question {
  readonly method: string
  /** Below the address, with `{id}` for `id`. */
  readonly path: string
  readonly id?: string
  /** Values by the places that they are written to: `body:/x`, `query:x`, `header:X`. */
  readonly values?: readonly (readonly [place: string, value: Json])[]
  /** Members of the body beside those. Templates of dates are filled in. */
  readonly body?: Readonly<Record<string, Json>>
  /** Parameters beside those, likewise. */
  readonly query?: Readonly<Record<string, string>>
  /** Sent with the credentials of the second account. */
  readonly other?: true
  /** It may make a booking: with which key. */
  readonly books?: string
  /** Anybody may be let do it: that it is accepted does not show that the credentials are good. */
  readonly open?: true
  /** It ends a booking: it is sent also when all other requests are spent. */
  readonly ends?: true
}

/** The answer to a question. */
export interface Heard {
  /** Number of the request. */
  readonly n: number
  /** null: no answer came. */
  readonly status: number | null
  readonly json: Json | undefined
  /** 2xx, without an error in it. */
  readonly accepted: boolean
  /** The server's own words, bounded, on one line, escaped. */
  readonly words: string
  /** Members that a refusal asks for, by their names: `unitItems`, `window.from`. */
  readonly demands: readonly string[]
  /** Secrets are named in it, not shown. */
  readonly exchange: Exchange
}

/** An input or a place in an answer, as the target describes it. */
export interface DescribedPlace {
  /** `body:/voucher/number`, `query:page`, `header:Idempotency-Key`; in an answer a JSON Pointer, `*` for any item. */
  readonly place: string
  /** The words on the way: `voucher.number`. */
  readonly name: string
  readonly oneOf: readonly Json[]
  /** `date` and the like. */
  readonly format: string | null
}

/** An operation, as the target describes it in an OpenAPI document. */
export interface DescribedOperation {
  readonly method: string
  /** Below the address of the target, with `{id}` for its only parameter. */
  readonly path: string
  readonly inputs: readonly DescribedPlace[]
  /** The members that a body must have, each with a value that the description allows. */
  readonly required: Readonly<Record<string, Json>>
  readonly answer: readonly DescribedPlace[]
}

/** A booking that was made to learn from, or that may have been. */
export interface LearningBooking {
  readonly key: string
  id: string | null
  ended: boolean
  /** It is committed to: it does not end by itself. */
  committed: boolean
  /** The target's answer to its last cancel; null: none was sent. */
  refusal: string | null
  /** Number of the request that made it. */
  readonly n: number
}

/** A conversation with a target about which little is known. */
export interface Interview {
  readonly draft: Draft
  /** The target's description of itself; empty: none was found. */
  readonly described: readonly DescribedOperation[]
  readonly given: {
    readonly product?: string
    readonly option?: string
    /** `YYYY-MM-DD`: a day on which it can be booked. */
    readonly day?: string
    readonly mayConfirm: boolean
    readonly hasOther: boolean
  }
  /** Unique to this conversation: what it writes into bookings is made of it. */
  readonly nonce: string
  readonly bookings: readonly LearningBooking[]
  /** By this machine's clock, or by the target's where it has shown its time, in milliseconds since the epoch. */
  now(): number
  /** Sets the time for the target: days are its own from now on. */
  tellTime(now: number): void
  /** Asks. @throws Stop where no more may be asked: requests or bookings are spent, or it was cut short */
  ask(question: Question): Promise<Heard>
  /** Lets so many milliseconds pass. */
  pause(ms: number): Promise<void>
  /** Lets a person choose, where there is one; the first otherwise. */
  choose(what: string, choices: readonly string[]): Promise<string | null>
  /** Tells the person. */
  say(line: string): void
}

/** Why a conversation cannot begin: nothing that can be talked to is there. */
export class NoService extends Error {
  override readonly name = 'NoService'
  readonly heard: Heard
  readonly looked: string
  readonly remedy: string | null

  /** @param what the fault, in one line @param looked what was looked for @param remedy what to do, if not the usual */
  constructor(what: string, heard: Heard, looked: string, remedy: string | null = null) {
    super(what)
    this.heard = heard
    this.looked = looked
    this.remedy = remedy
  }
}

/**
 * Learns of a target what a profile says, and leaves nothing there: what it books it ends.
 * @throws NoService where nothing like the service is there
 */
export type Acquaint = (interview: Interview) => Promise<void>
