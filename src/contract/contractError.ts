import { describeValue } from './describeValue.js'
import type { ValueSchema } from './contractSchema.js'

/** One place of a payload where it is not what the contract asks for. Data; the message says nothing that the rest does not. */
export interface ContractError {
  /** JSON Pointer (RFC 6901) into the payload; of a missing property, where it should be. */
  readonly pointer: string
  readonly clause: string
  /** The schema keyword that failed, or `invariant`. */
  readonly keyword: string
  /** `Expected integer but received "25"`. */
  readonly message: string
  readonly expected: string
  readonly schema?: ValueSchema
  /** The value at `pointer`; `undefined` where there is none. */
  readonly received: unknown
}

/** A {@link ContractError} with its message. */
export function contractError(error: Omit<ContractError, 'message'>): ContractError {
  return { ...error, message: `Expected ${error.expected} but received ${describeValue(error.received)}` }
}
