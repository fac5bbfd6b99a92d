import type { Json } from '../profile/profile.js'
import type { Answer } from './answer.js'
import type { Bindable, SendOptions } from './bindRequest.js'

/** A request of a scenario, before it is bound to the wire. */
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
