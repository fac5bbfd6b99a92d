import type { OperationTraits } from '../../src/suite/index.js'
import { contract } from './contract/contract.js'

const traits = {
  transfers: { reads: true },
  availability: { reads: true, contends: true },
  reserve: { creates: true, contends: true, key: 'idempotencyKey' },
  extend: {},
  confirm: { commits: true },
  update: { contends: true },
  cancel: { ends: true },
  get: { reads: true, shows: true },
  list: { reads: true, lists: true },
} as const

/** The operations of section 4, by the `operationId` of the contract, and what each does. */
export const operations: Readonly<Record<string, OperationTraits>> = traits

export type OperationName = keyof typeof traits
// The keys of a literal are those of its type.
export const operationNames = Object.keys(traits) as readonly OperationName[]

/** What is answered with one booking: so the contract says. */
export const answersBooking: ReadonlySet<string> = new Set(
  contract.operations.flatMap(({ id, answers }) => (answers === 'Booking' ? [id] : [])),
)
