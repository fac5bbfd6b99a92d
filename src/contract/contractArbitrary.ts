import type fc from 'fast-check'
import { arbitraryOf } from './arbitraryOf.js'
import type { ContractOptions } from './contractDocument.js'
import { onlyWithPricing, schemaRef, type ContractKind } from './contractKind.js'
import { contractRefs } from './contractRefs.js'

/** Payloads of one kind that the contract's schema accepts. They need not keep the invariants, such as original >= retail. */
export function contractArbitrary(kind: ContractKind, options: ContractOptions): fc.Arbitrary<unknown> {
  const resolveRef = contractRefs({ pricing: options.pricing || onlyWithPricing(kind) })
  return arbitraryOf(resolveRef(schemaRef(kind)), resolveRef)
}
