import type { OperationTraits } from '../../src/suite/index.js'
import { contract } from './contract/contract.js'

/** The operations of section 4, by the `operationId` of the contract, and what each does. */
export const operations: Readonly<Record<string, OperationTraits>> = {
  transfers: { reads: true },
  availability: { reads: true, contends: true },
  reserve: { creates: true, contends: true, key: 'idempotencyKey' },
  extend: {},
  confirm: { commits: true },
  update: { contends: true },
  cancel: { ends: true },
  get: { reads: true, shows: true },
  list: { reads: true, lists: true },
}

/** What is answered with one booking: so the contract says. */
export const answersBooking: ReadonlySet<string> = new Set(
  contract.operations.flatMap(({ id, answers }) => (answers === 'Booking' ? [id] : [])),
)
