import type { OperationName } from './model.js'
import type { Rules } from './rules.js'
import type { Wire } from './wire.js'

/** Other answers to some of the rules, or of the wire; `base` are those that it is put upon. */
export interface Change {
  readonly rules?: (base: Rules) => Partial<Rules>
  readonly wire?: (base: Wire) => Partial<Wire>
}

/** Where a change shows. */
export interface Shown {
  /** What was asked for in the request whose answer shows it. */
  readonly operation: OperationName
  /**
   * JSON Pointer into the booking, transfer or slot of that answer, in the service's own names (see `Reply`), with `*` for any
   * element of an array: a dialect has it elsewhere (`placeOf`). Empty: the answer as a whole, such as that it is none at all.
   */
  readonly place: string
}

/** A change, and where it must show: any one of the places does. */
export interface Break extends Change {
  readonly shows: readonly Shown[]
}
