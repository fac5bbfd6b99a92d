import { type Contract, type ContractOptions, schemaRef } from './contract.js'
import type { ContractError } from './contractSchema.js'
import { toPointer, isJsonObject } from './json.js'

/** The rules that payloads of one kind are tested against. */
export interface Payload {
  readonly schema: string
  /** The rules beside its schema that a payload must keep and that can be judged by itself. */
  readonly invariants?: (value: unknown) => readonly ContractError[]
  readonly mend?: (value: unknown) => unknown
  readonly each?: boolean
  readonly prepare?: (value: unknown) => unknown
  readonly speaks?: (clause: string | null, value: unknown) => boolean
}

/** The kinds of payload of a service, by the names that people call them. */
export type Payloads = Readonly<Record<string, Payload>>

/**
 * Tests one payload against a contract: its schema, then the invariants that need nothing but the payload.
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

/** A payload that was recognised, and where in the value it stands. */
export interface Recognised {
  readonly kind: string
  /** JSON Pointer. */
  readonly pointer: string
  readonly value: unknown
}

/**
 * The payloads that a value is or holds: itself, a list's items, or those of the lists in an object around them. Its
 * members tell its kind: it has more of this kind's than of any other's. Of those that the kind must have, it has over
 * half, or half and another one.
 */
export function recognise(
  contract: Contract,
  payloads: Payloads,
  value: unknown,
  options: ContractOptions = { capability: true },
): readonly Recognised[] {
  const own = kindOf(contract, payloads, value, options)
  if (own !== undefined) return [{ kind: own, pointer: '', value }]
  const lists: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? [['', value]]
    : isJsonObject(value)
      ? Object.entries(value).map(([name, member]) => [toPointer([name]), member] as const)
      : []
  return lists.flatMap(([at, list]) =>
    (Array.isArray(list) ? list : []).flatMap((item: unknown, index) => {
      const kind = kindOf(contract, payloads, item, options)
      return kind === undefined ? [] : [{ kind, pointer: at + toPointer([index]), value: item }]
    }),
  )
}

function kindOf(contract: Contract, payloads: Payloads, value: unknown, options: ContractOptions): string | undefined {
  if (!isJsonObject(value)) return undefined
  let best: { readonly kind: string; readonly shared: number } | undefined
  for (const [kind, { schema }] of Object.entries(payloads)) {
    if (!contract.has(schema, options)) continue
    const { properties = {}, required = [] } = contract.refs(options)(schemaRef(schema))
    const shared = Object.keys(properties).filter((name) => Object.hasOwn(value, name)).length
    const due = required.filter((name) => Object.hasOwn(value, name)).length
    // Half of what it must have may be another object's as well: then something else speaks for the kind.
    const isIts = due * 2 > required.length || (due > 0 && due * 2 === required.length && shared > due)
    if (isIts && shared > (best?.shared ?? 0)) best = { kind, shared }
  }
  return best?.kind
}
