import type { Fields, Json, RequestInput, SendOptions, Target } from '../../src/suite/index.js'
import type { TransferAnswer } from './answer.js'
import { writes, type OperationName, type Write } from './operations.js'
import type { Bookable } from './transferProfile.js'

/** Options of a request of an operation. */
export interface TransferOptions extends SendOptions {
  /** What is asked for or booked, for availability and reserve; the profile's `bookable.standard` unless given. */
  readonly bookable?: Bookable
  /** For transfers: the members of the body that say another route than the profile's first. */
  readonly route?: Readonly<Record<string, Json>>
  /** Value of the capability header, `octo/pricing` unless given; null: the header is not sent. */
  readonly capabilities?: string | null
  /** How the name of the capability header is written. */
  readonly headerCase?: 'as-is' | 'lower' | 'upper'
}

/** Methods of writes take the id of the booking, and what they are sent with. */
type AskOfBooking = (id: string, fields?: Fields, options?: TransferOptions) => Promise<TransferAnswer>

/** A server of this service, as one scenario sees it: a method for each operation. See `Target` of what they throw. */
export interface TransferTarget extends Target, Readonly<Record<Write, AskOfBooking>> {
  transfers(fields?: Fields, options?: TransferOptions): Promise<TransferAnswer>
  /** productId and optionId are those of the bookable unless given; given as undefined they are left out. */
  availability(fields?: Fields, options?: TransferOptions): Promise<TransferAnswer>
  /** As availability; the idempotency key is a fresh one unless given. */
  reserve(fields: Fields, options?: TransferOptions): Promise<TransferAnswer>
  get(id: string, options?: TransferOptions): Promise<TransferAnswer>
  /** Takes `price`, `ascending`, `descending` and `product` for the target's own words. */
  list(fields?: Fields, options?: TransferOptions): Promise<TransferAnswer>
  /** `redeem`: marks a booking as used, where the profile says how. */
  helper(name: string, input?: Pick<RequestInput, 'id'>): Promise<TransferAnswer>
  send(operation: OperationName, input: RequestInput, options?: TransferOptions): Promise<TransferAnswer>
  advanceClock(minutes: number): Promise<TransferAnswer>
  stray(operation: OperationName): Promise<TransferAnswer>
}

/** The methods of a target over what sends them. */
export function targetOver(sender: Target): TransferTarget {
  // A session of this service answers with its answers.
  const own = (answer: Promise<unknown>): Promise<TransferAnswer> => answer as Promise<TransferAnswer>
  const send: TransferTarget['send'] = (name, input, options) => own(sender.send(name, input, options))
  const onBooking = writes.map((name): [string, AskOfBooking] => [
    name,
    (id, fields = {}, options) => send(name, { id, fields }, options),
  ])
  return {
    // The names are all that there are.
    ...(Object.fromEntries(onBooking) as Record<Write, AskOfBooking>),
    send,
    helper: (name, input) => own(sender.helper(name, input)),
    stray: (like) => own(sender.stray(like)),
    advanceClock: (minutes) => own(sender.advanceClock(minutes)),
    transfers: (fields = {}, options) => send('transfers', { fields }, options),
    availability: (fields = {}, options) => send('availability', { fields }, options),
    reserve: (fields, options) => send('reserve', { fields }, options),
    get: (id, options) => send('get', { id }, options),
    list: (fields = {}, options) => send('list', { fields }, options),
  }
}
