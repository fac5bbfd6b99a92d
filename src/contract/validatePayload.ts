import type { Contract, ContractOptions } from './contract.js'
import type { ContractError } from './contractError.js'
import { toPointer } from './jsonPointer.js'

/** What payloads of one kind are held to. */
export interface Payload {
  readonly schema: string
  /** What the payload must keep beside its schema and can be judged by itself. */
  readonly invariants?: (value: unknown) => readonly ContractError[]
  readonly mend?: (value: unknown) => unknown
  readonly each?: boolean
  readonly prepare?: (value: unknown) => unknown
  readonly speaks?: (clause: string | null, value: unknown) => boolean
}

/** The kinds of payload of a service, by the names that people call them. */
export type Payloads = Readonly<Record<string, Payload>>

/**
 * Holds one payload to a contract: its schema, then the invariants that need nothing but the payload.
 * @param options whether it was asked for with the capability; with it unless given
 * @returns one error a place, in the order of the contract; none where the payload conforms
 */
export function validatePayload(
  contract: Contract,
  payload: Payload,
  value: unknown,
  options: ContractOptions = { capability: true },
): readonly ContractError[] {
  if (payload.each === true && Array.isArray(value)) {
    return value.flatMap((item, index) =>
      validatePayload(contract, payload, item, options).map((error) => ({
        ...error,
        pointer: toPointer([index]) + error.pointer,
      })),
    )
  }
  const judged = payload.prepare?.(value) ?? value
  const bySchema = contract.validator(payload.schema, options)(judged)
  const taken = new Set(bySchema.map((error) => error.pointer))
  const errors = [...bySchema, ...(payload.invariants?.(judged) ?? []).filter((error) => !taken.has(error.pointer))]
  return errors.filter(({ clause }) => payload.speaks?.(clause, judged) ?? true)
}
