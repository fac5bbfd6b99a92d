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

/** What is done to a booking that there is: it is sent with its id, and may change it. */
export type Write = {
  [Name in OperationName]: (typeof traits)[Name] extends { reads: true } | { creates: true } ? never : Name
}[OperationName]
export const writes: readonly Write[] = operationNames.filter(
  (name): name is Write => !('reads' in traits[name]) && !('creates' in traits[name]),
)

const answered = new Map(contract.operations.map(({ id, answers }) => [id, answers]))

/** What is answered with one booking: so the contract says. */
export const answersBooking: ReadonlySet<string> = new Set(
  operationNames.filter((name) => answered.get(name) === 'Booking'),
)

/** What is answered with one booking, or a list of them. */
export const answersBookings: readonly OperationName[] = operationNames.filter(
  (name) => answersBooking.has(name) || answered.get(name) === 'BookingList',
)
