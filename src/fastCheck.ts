/** Payloads of the contract for property tests: `import { payload, nearlyPayload } from 'octospec/fast-check'`. */
import fc from 'fast-check'
import type { ContractOptions } from './contract/contract.js'
import type { ContractError } from './contract/contractSchema.js'
import { isJsonObject, toPointer } from './contract/json.js'
import { validatePayload, type Payload } from './contract/payload.js'
import { pack } from './pack.js'

/** A payload that departs from the contract, and where. */
export interface NearlyPayload {
  readonly value: unknown
  /** At least one; what `validatePayload` says of it. */
  readonly errors: readonly ContractError[]
}

/**
 * Payloads of a kind that conform, of everything that the contract allows: its schema and what must be true within.
 * @param kind `transfer`, `option`, `pricing`, `availability` or `booking`
 * @param options whether it is asked for with the capability; with it unless given
 * @throws Error where there is no such kind
 */
export function payload(kind: string, options: ContractOptions = { capability: true }): fc.Arbitrary<unknown> {
  return conforming(kindOf(kind), options)
}

/**
 * Bodies of requests to an operation, of all kinds that a server must take, with the field names of the contract.
 * @param operation such as `reserve` or `extend`
 * @param options whether it may ask for what the capability adds; it may unless given
 * @throws Error where there is no such operation, or its requests have no body
 */
export function request(operation: string, options: ContractOptions = { capability: true }): fc.Arbitrary<unknown> {
  return conforming(takenBy(operation), options)
}

/**
 * Bodies of requests that nearly conform: one place is left out, or holds something wrong. They test that a server
 * refuses them, or that a client does not send them.
 * @throws Error where there is no such operation, or the body of its requests can hold nothing wrong
 */
export function nearlyRequest(
  operation: string,
  options: ContractOptions = { capability: true },
): fc.Arbitrary<NearlyPayload> {
  return departing(takenBy(operation), options)
}

function conforming(known: Payload, options: ContractOptions): fc.Arbitrary<unknown> {
  return pack.contract
    .arbitrary(known.schema, options)
    .map((value) => known.mend?.(value) ?? value)
    .filter((value) => validatePayload(pack.contract, known, value, options).length === 0)
}

/**
 * Payloads of a kind that nearly conform: one place of a conforming one is left out, or holds something wrong. They
 * test that a client notices, or copes.
 * @throws Error where there is no such kind
 */
export function nearlyPayload(
  kind: string,
  options: ContractOptions = { capability: true },
): fc.Arbitrary<NearlyPayload> {
  return departing(kindOf(kind), options)
}

function departing(known: Payload, options: ContractOptions): fc.Arbitrary<NearlyPayload> {
  return fc
    .tuple(conforming(known, options), fc.nat(), fc.constantFrom(...changes))
    .map(([value, at, change]) => {
      const places = placesIn(value)
      const place = places[at % places.length] ?? []
      const changed = changedAt(value, place, change)
      return { value: changed, errors: validatePayload(pack.contract, known, changed, options) }
    })
    .filter(({ errors }) => errors.length > 0)
}

function kindOf(kind: string): Payload {
  const known = pack.payloads[kind]
  if (known === undefined)
    throw new Error(`there is no payload '${kind}': take of ${Object.keys(pack.payloads).join(', ')}`)
  return known
}

function takenBy(operation: string): Payload {
  const taking = pack.contract.operations.filter(({ takes }) => takes !== null)
  const schema = taking.find(({ id }) => id === operation)?.takes
  if (typeof schema !== 'string')
    throw new Error(`there is no body of a request to '${operation}': take of ${taking.map(({ id }) => id).join(', ')}`)
  return { schema }
}

type Path = readonly (string | number)[]
/** What becomes of a value; undefined: it is left out. */
type Change = (value: unknown) => unknown

const changes: readonly Change[] = [
  () => undefined,
  () => null,
  (value) => (typeof value === 'number' ? value + 0.5 : []),
  (value) => (typeof value === 'number' ? -value - 1 : 0),
  (value) => (typeof value === 'string' ? `${value} ` : JSON.stringify(value)),
  (value) => (typeof value === 'boolean' ? Number(value) : {}),
]

function placesIn(value: unknown, path: Path = []): readonly Path[] {
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : []
  return members.flatMap(([name, member]) => [[...path, name], ...placesIn(member, [...path, name])])
}

function changedAt(value: unknown, [first, ...rest]: Path, change: Change): unknown {
  if (first === undefined) return change(value)
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => {
      if (index !== first) return [item]
      const changed = changedAt(item, rest, change)
      return changed === undefined ? [] : [changed]
    })
  if (!isJsonObject(value)) throw new Error(`there is nothing at ${toPointer([first, ...rest])}`)
  const { [first]: member, ...others } = value
  const changed = changedAt(member, rest, change)
  return changed === undefined ? others : { ...others, [first]: changed }
}
