import type { Instant } from '../contract/instant.js'
import type { Json, Profile, Operation, HelperRequest } from '../profile/profile.js'
import type { Answer, AnswerOutcome } from './answer.js'
import type { Exchange, Caller } from './exchange.js'

/** The effects of an operation, as far as the engine must know them. */
export interface OperationTraits {
  /** It changes nothing, so it may be sent again. */
  readonly reads?: true
  /** It asks for what one booking at a time can have, where that is so. */
  readonly contends?: true
  readonly creates?: true
  readonly key?: string
  /** It shows the booking that it names, as it is now. */
  readonly shows?: true
  readonly lists?: true
  /** It commits somebody to something: never sent to a live target, unless that was allowed. */
  readonly commits?: true
  /** It ends a booking: what clean-up does. */
  readonly ends?: true
}

/** The places of what octospec must know of a booking, as JSON Pointers; null: the target's bookings lack it. */
export interface BookingPlaces {
  /** The place of a booking in an answer that is one; the others are inside that. */
  readonly at: string
  readonly id: string
  readonly idKey: string
  readonly status: string | null
  /** A boolean: whether it can be ended. */
  readonly mayEnd: string | null
  /** Texts that a request gave it, in which a run knows its own marker again. */
  readonly texts: readonly string[]
  /** The judged members of a booking that the run did not make: everything else is somebody's data. */
  readonly judged: readonly string[]
  /** Lists of which that much is judged: how many items there are, and of which types. */
  readonly lists: readonly string[]
}

/** The remains of a booking after a run: nothing, something that ends by itself, something that stays, or unknown. */
export type Remains = 'nothing' | 'for-now' | 'for-good' | 'unknown'

/** The fate of a booking: a word of the service, and what a person should know. */
export interface Fate {
  readonly fate: string
  readonly note?: string
  /** See `BookingFate.final`. */
  readonly final?: true
}

/**
 * The things that a service's operations make, and that must be ended when a run is over. The engine calls each a
 * booking, whatever the service calls it. Methods, so that a service may take its own profiles and answers.
 */
export interface Bookings {
  places(profile: Profile): BookingPlaces
  /** Texts of a request that mark the booking it makes, as the run's own. */
  marks(input: Exchange['input']): readonly Json[]
  /** The end of what a request asks for, by the target's clock in milliseconds since the epoch; null: not said. */
  askedUntil(exchange: Exchange): Instant | null
  /** When a booking ends by itself, as the answer that shows it says; null: it does not say so. */
  shownUntil(answer: Answer, booking: Json | undefined): Instant | null
  /** Minutes that the target's time is ahead of octospec's, by what an answer made; null: the answer does not tell. */
  aheadBy(answer: Answer): number | null
  /** @param now by the clock of the target, in milliseconds since the epoch */
  fateOf(entry: LedgerEntry, profile: Profile, now: number): Fate
  /** What is left of one with this fate. */
  remains(fate: string): Remains
}

export interface Remembered {
  readonly of: string
  readonly id: string
  readonly value: Json
}

/** Parts of requests that no scenario says. Methods, so that a service may take its own profiles and options. */
export interface Requests {
  /** The logical fields of each operation: what octospec may have to say in a request, by octospec's own names. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** Names of the requests that are no operation: see `helper`. */
  readonly helpers: readonly string[]
  /** Headers of every request, those of test helpers included. */
  headers(options: SendOptions): Readonly<Record<string, string>>
  /**
   * Given fields and those that a request has where nobody says otherwise; a field given as undefined stays left out.
   * @param key makes an idempotency key that was not used yet
   */
  complete(operation: string, fields: Fields, options: SendOptions, profile: Profile, key: () => string): Fields
  /** The values of fields in the target's own words. */
  spell(operation: string, fields: Readonly<Record<string, Json>>, profile: Profile): Readonly<Record<string, Json>>
  extras(operation: string, options: SendOptions, profile: Profile): Readonly<Record<string, Json>>
  /** What an answer says that later requests may have to say: see `RunValues.recall`, and `idOf`. */
  remembers?(answer: Answer): readonly Remembered[]
  /** The thing that a request is about, among those remembered of an operation; undefined: it does not say. */
  about?(of: string, fields: Readonly<Record<string, Json>>): Json | undefined
  /** The operation that is asked just before, as the request's payload says something of its answer; null: none. */
  before?(operation: string, options: SendOptions, profile: Profile): string | null
  /** The part of that answer that templates of this name look in; null: it has none; undefined: they look elsewhere. */
  within?(of: string, before: Answer, options: SendOptions): Json | undefined
  /** What was remembered that takes the place of the id in requests of an operation; null: the id is the id. */
  idOf?(operation: string, profile: Profile): string | null
  /** All extra body members that requests of an operation may carry. */
  bodies(operation: string, profile: Profile): readonly Json[]
  /**
   * A request that is no operation of the service, but helps with tests of it.
   * @throws Stop where the profile has none
   */
  helper(name: string, profile: Profile): Bindable
}

/** The facts that the client must know of a service. */
export interface Service {
  /** By `operationId`. */
  readonly operations: Readonly<Record<string, OperationTraits>>
  readonly requests: Requests
  readonly bookings: Bookings
  /** A recorded exchange, as this service means it. */
  answer(exchange: Exchange, profile: Profile): Answer
}

/** Logical fields of an operation; `undefined` leaves a field out. */
export type Fields = Readonly<Record<string, Json | undefined>>

/**
 * The fields that are given, undefined ones left out.
 * @param known the logical fields that the operation may have
 * @throws TypeError for a name that neither the documents nor the profile know: a mistake in a suite.
 */
export function givenFields(
  name: string,
  known: readonly string[],
  operation: Operation,
  fields: Fields,
): Record<string, Json> {
  const given: [string, Json][] = []
  const names = known.filter((field) => field !== 'id')
  for (const [field, value] of Object.entries(fields)) {
    if (!names.includes(field) && (field === 'id' || !Object.hasOwn(operation.fields, field)))
      throw new TypeError(`${name} has no field ${JSON.stringify(field)}; it takes ${names.join(', ') || 'none'}`)
    if (value !== undefined) given.push([field, value])
  }
  return Object.fromEntries(given)
}

/** A booking that the run made, or may have made. */
export interface LedgerEntry {
  /** null: no answer shows one, and whether there is a booking may not be known. The key identifies it. */
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

export interface SendOptions {
  /** The account whose credentials it carries; the reseller's unless given. */
  readonly as?: Caller
  /** Further headers; they replace others of the same name. */
  readonly headers?: Readonly<Record<string, string>>
  /** Further members at the top level of the body; they replace others of the same name. */
  readonly body?: Readonly<Record<string, Json>>
  readonly rawBody?: string
  /** Content type of the body, `application/json` unless given. */
  readonly contentType?: string
  readonly method?: string
}

/** The parts of an operation that a request is made of. The test clock and other helpers have no more than these. */
export type Bindable = Pick<Operation, 'method' | 'path' | 'fields' | 'headers' | 'query' | 'body'> &
  Pick<HelperRequest, 'url'>
