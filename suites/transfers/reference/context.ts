import type { Call, OperationName, Reseller } from './model.js'
import type { Random } from './random.js'
import type { Rules } from './rules.js'
import type { State } from './state.js'
import type { Store } from './store.js'

/** All that a rule may want to know of the call it decides on. */
export interface Context {
  readonly call: Call
  readonly operation: OperationName
  /** Whom the service takes the caller for (see `Rules.caller`); null: nobody it knows. */
  readonly reseller: Reseller | null
  /** Capabilities in force for the call. */
  readonly capabilities: readonly string[]
  /** The service's time, milliseconds since the epoch, test clock included. */
  readonly now: number
  /** All rules in force: a rule asks another one through here, so that a fault in that one shows everywhere. */
  readonly rules: Rules
  readonly store: Store
  readonly state: State
  readonly random: Random
  /** A new booking's id as this dialect writes them; see `Rules.bookingId`. */
  readonly newBookingId: (serial: number, key: string | null) => string
}
