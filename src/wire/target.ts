import type { Answer } from './answer.js'
import type { SendOptions, Bindable, Fields, LedgerEntry, Service } from './service.js'
import type { Json, Profile } from '../profile/profile.js'
import type { WireResult, Transport } from './transport.js'
import type { Clock } from './clock.js'
import type { Exchange } from './exchange.js'
import type { NonceSource } from './marker.js'
import type { Waits } from './limiter.js'

export interface RequestInput {
  readonly id?: string
  readonly fields?: Fields
}

/**
 * A server, as one scenario sees it: operations by logical field names that the profile binds to places.
 * Each request resolves to the recorded answer, whatever it is; nothing is thrown for a refusal or a broken connection.
 *
 * All of them throw Stop when the profile lacks the operation or a second reseller that is asked for, and when the run
 * has spent its requests or bookings. They throw TypeError for a field that the operation does not have.
 */
export interface Target {
  send(operation: string, input: RequestInput, options?: SendOptions): Promise<Answer>
  /** Moves the target's test clock forward, where it has one. */
  advanceClock(minutes: number): Promise<Answer>
  /** Sends a request that is no operation, where the profile says how (`Requests.helper`). */
  helper(name: string, input?: Pick<RequestInput, 'id'>): Promise<Answer>
  /** Sends what such a request carries, by its method, to a path that the target cannot have. */
  stray(operation: string): Promise<Answer>
}

/** A scenario's request: sent once, or again until it is answered clearly. */
export interface Call {
  readonly scenario: string
  /** It is for cleaning up: see `TargetSession.for`. */
  readonly always: boolean
  readonly purpose: string
  readonly operation: Bindable
  readonly id?: string
  /** As given, for the record; `fields` in the words of the target. */
  readonly input: Readonly<Record<string, Json>>
  readonly fields: Readonly<Record<string, Json>>
  readonly extras?: Readonly<Record<string, Json>>
  readonly options: SendOptions
  /** To what was asked just before it, because it says something of that (`Requests.before`). */
  readonly before?: Answer
}

/** A call that was sent once: what came, and how that was recorded. */
export interface Attempt extends WireResult {
  readonly answer: Answer
  /** Its token has ended, and it is to be sent again with another one: it was not performed. */
  readonly renews: boolean
}

export interface OpenTargetOptions {
  readonly service: Service
  readonly profile: Profile
  readonly clock: Clock
  readonly random: NonceSource
  /** Exchanges that the run has recorded before, on an earlier visit: numbering goes on after them. */
  readonly recorded?: number
  readonly earlier?: readonly LedgerEntry[]
  /** Told of each reservation, redacted, before it is sent: a run that is killed then knows it by that alone. */
  readonly onIntent?: (exchange: Exchange) => void
  /** Told of each exchange when it is complete, redacted; the answer waits for it. */
  readonly onExchange: (exchange: Exchange) => void | Promise<void>
  /** Cuts the session short: what waits is not sent, what is under way is recorded as unanswered, and both reject. */
  readonly signal?: AbortSignal
  /** false: what commits somebody to something is not sent, whoever asks for it. */
  readonly commits?: boolean
  /** Requests under way at once; `limits.concurrency` of the profile unless given. */
  readonly concurrency?: number
  /** Requests share connections: only for a server that surely answers each once and never closes one by itself. */
  readonly reuseConnections?: boolean | undefined
  readonly waits?: Waits
  /** Stands between the session and the network, for whoever measures. */
  readonly through?: ((wire: Transport) => Transport) | undefined
}
