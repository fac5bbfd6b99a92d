import type { ContractOptions } from './contractDocument.js'
import type { ContractError } from './contractError.js'
import type { ContractKind } from './contractKind.js'
import { contractValidator } from './contractValidator.js'
import { bookingInvariants, optionInvariants, pricingInvariants, transferInvariants } from './invariants.js'
import { isJsonObject } from './jsonObject.js'
import { toPointer } from './jsonPointer.js'

/** What a payload can be validated as on its own. */
export type PayloadKind = Extract<ContractKind, 'transfer' | 'option' | 'pricing' | 'availability' | 'booking'>

/** Every payload kind, in the order of the documents. */
export const payloadKinds: readonly PayloadKind[] = ['transfer', 'option', 'pricing', 'availability', 'booking']

const invariants: Readonly<Record<PayloadKind, (value: unknown) => ContractError[]>> = {
  transfer: transferInvariants,
  option: optionInvariants,
  pricing: pricingInvariants,
  availability: () => [],
  booking: (value) => bookingInvariants(value),
}

/**
 * Holds one payload to the contract: its schema, then the invariants that need nothing but the payload.
 *
 * `pricing` (default true) says whether the payload was asked for with `octo/pricing`. An availability may be one value or an
 * array of them, none of which the documents describe further, and its id may have public OCTO's name `id`.
 *
 * @returns one error a place, sorted by nothing but their order in the contract; none where the payload conforms
 */
export function validatePayload(
  kind: PayloadKind,
  value: unknown,
  options: ContractOptions = { pricing: true },
): ContractError[] {
  if (kind === 'availability' && Array.isArray(value)) {
    return value.flatMap((item, index) =>
      validatePayload(kind, item, options).map((error) => ({ ...error, pointer: toPointer([index]) + error.pointer })),
    )
  }
  const judged = kind === 'availability' ? withAvailabilityId(value) : value
  const bySchema = contractValidator(kind, options)(judged)
  const taken = new Set(bySchema.map((error) => error.pointer))
  return [...bySchema, ...invariants[kind](judged).filter((error) => !taken.has(error.pointer))]
}

/** Clause `4.3/gap-availability-response`: public OCTO's name of the availabilityId is `id`. */
function withAvailabilityId(value: unknown): unknown {
  const renamed = isJsonObject(value) && !Object.hasOwn(value, 'availabilityId') && typeof value['id'] === 'string'
  return renamed ? { ...value, availabilityId: value['id'] } : value
}
