import type { OperationName } from './model.js'

/** Scratch memory of one service, for faults and variants that depend on what happened before. The good path keeps nothing here. */
export class State {
  /** Anything a fault wants to keep; take names that start with the fault's own. */
  readonly memory: Map<string, unknown> = new Map()
  readonly #counters = new Map<string, number>()
  readonly #inFlight = new Map<OperationName, number>()
  readonly #history = new Map<string, OperationName[]>()

  /** Counts and tells how often it has been asked for this name, itself included: `count('x') === 2` is the second time only. */
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
