import type { Answer } from './answer.js'
import type { SendOptions, Bindable } from './bindRequest.js'
import type { Fields } from './service.js'
import type { Json } from '../profile/profile.js'
import type { WireResult } from './transport.js'

export interface RequestInput {
  readonly id?: string
  readonly fields?: Fields
}

/**
 * A server, as one scenario sees it: operations by logical field names that the profile binds to places.
 * Each request resolves to the recorded answer, whatever it is; nothing is thrown for a refusal or a broken connection.
 *
 * All of them throw Stop when the profile does not offer the operation, when it names no second reseller and one is asked for,
 * and when the run has spent its requests or bookings; TypeError for a field that the operation does not have.
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

export interface Attempt {
  readonly answer: Answer
  readonly result: WireResult
  /** Its token has ended, and it is to be sent again with another one: it was not performed. */
  readonly renews: boolean
}
