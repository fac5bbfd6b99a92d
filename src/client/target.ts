import type { Bookable, Json, OperationName } from '../profile/profile.js'
import type { Answer } from './answer.js'
import type { SendOptions } from './bindRequest.js'
import type { Fields } from './logicalFields.js'

/** Options of a request of an operation. */
export interface TargetOptions extends SendOptions {
  /** What is asked for or booked, for availability and reserve; the profile's `bookable.standard` unless given. */
  readonly bookable?: Bookable
}

/** What a request says, by the logical names of its fields. */
export interface Said {
  readonly id?: string
  readonly fields?: Fields
}

/**
 * A server, as one scenario sees it: a method for each operation, by logical field names that the profile binds to places.
 * Each resolves to the recorded answer, whatever it is; nothing is thrown for a refusal or a broken connection.
 *
 * All of them throw Stop when the profile does not offer the operation, when it names no second reseller and one is asked for,
 * and when the run has spent its requests or bookings; TypeError for a field that the operation does not have.
 */
export interface Target {
  transfers(fields?: Fields, options?: TargetOptions): Promise<Answer>
  /** productId and optionId are those of the bookable unless given; given as undefined they are left out. */
  availability(fields?: Fields, options?: TargetOptions): Promise<Answer>
  /** As availability; the idempotency key is a fresh one unless given. */
  reserve(fields: Fields, options?: TargetOptions): Promise<Answer>
  extend(id: string, fields: Fields, options?: TargetOptions): Promise<Answer>
  confirm(id: string, fields?: Fields, options?: TargetOptions): Promise<Answer>
  update(id: string, fields: Fields, options?: TargetOptions): Promise<Answer>
  cancel(id: string, fields?: Fields, options?: TargetOptions): Promise<Answer>
  get(id: string, options?: TargetOptions): Promise<Answer>
  /** Takes `price`, `ascending`, `descending` and `product` for the target's own words. */
  list(fields?: Fields, options?: TargetOptions): Promise<Answer>
  /** Redeems a booking, where the profile says how. */
  redeem(id: string): Promise<Answer>
  /** Moves the target's test clock forward, where it has one. */
  advanceClock(minutes: number): Promise<Answer>
  send(operation: OperationName, said: Said, options?: TargetOptions): Promise<Answer>
  /** Sends what such a request carries, by its method, to a path that the target cannot have. */
  stray(operation: OperationName): Promise<Answer>
}

/** How a target sends: an operation, or one of the two test helpers of a profile. */
export interface Sender {
  operation(name: OperationName, said: Said, options: TargetOptions): Promise<Answer>
  helper(
    name: 'clock' | 'redeem',
    said: { readonly id?: string; readonly fields?: Readonly<Record<string, Json>> },
  ): Promise<Answer>
  stray(like: OperationName): Promise<Answer>
}

/** The methods of a target over what sends them. */
export function targetOver(sender: Sender): Target {
  const send: Target['send'] = (name, said, options = {}) => sender.operation(name, said, options)
  return {
    send,
    stray: (like) => sender.stray(like),
    transfers: (fields = {}, options) => send('transfers', { fields }, options),
    availability: (fields = {}, options) => send('availability', { fields }, options),
    reserve: (fields, options) => send('reserve', { fields }, options),
    extend: (id, fields, options) => send('extend', { id, fields }, options),
    confirm: (id, fields = {}, options) => send('confirm', { id, fields }, options),
    update: (id, fields, options) => send('update', { id, fields }, options),
    cancel: (id, fields = {}, options) => send('cancel', { id, fields }, options),
    get: (id, options) => send('get', { id }, options),
    list: (fields = {}, options) => send('list', { fields }, options),
    redeem: (id) => sender.helper('redeem', { id }),
    advanceClock: (minutes) => sender.helper('clock', { fields: { minutes } }),
  }
}
