import type { Call, OperationName, Reseller } from './model.js'
import type { Random } from './random.js'
import type { Rules } from './rules.js'
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

/** Scratch memory of one service, for faults and variants that depend on earlier calls. The good path keeps nothing. */
export class State {
  /** Anything a fault wants to keep; take names that start with the fault's own. */
  readonly memory: Map<string, unknown> = new Map()
  readonly #counters = new Map<string, number>()
  readonly #inFlight = new Map<OperationName, number>()
  readonly #history = new Map<string, OperationName[]>()

  /** Counts the calls with this name, and returns how many there were: `count('x') === 2` is the second time only. */
  count(name: string): number {
    const count = (this.#counters.get(name) ?? 0) + 1
    this.#counters.set(name, count)
    return count
  }

  /** The count without counting. */
  counted(name: string): number {
    return this.#counters.get(name) ?? 0
  }

  /** How many calls of an operation are being handled right now, the one that asks included. */
  inFlight(operation: OperationName): number {
    return this.#inFlight.get(operation) ?? 0
  }

  /** Operations on a booking that were accepted so far, oldest first, without the one being handled. */
  history(bookingId: string): readonly OperationName[] {
    return this.#history.get(bookingId) ?? []
  }

  /** For the service alone. */
  entered(operation: OperationName): void {
    this.#inFlight.set(operation, this.inFlight(operation) + 1)
  }

  /** For the service alone. */
  left(operation: OperationName): void {
    this.#inFlight.set(operation, this.inFlight(operation) - 1)
  }

  /** For the service alone. */
  accepted(operation: OperationName, bookingId: string): void {
    const history = this.#history.get(bookingId)
    if (history === undefined) this.#history.set(bookingId, [operation])
    else history.push(operation)
  }
}
