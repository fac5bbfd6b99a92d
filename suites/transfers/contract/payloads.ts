import { isJsonObject, type Payloads } from '../../../src/suite/index.js'
import { bookingInvariants, optionInvariants, pricingInvariants, transferInvariants } from './invariants.js'
import { mendedBooking, mendedOption, mendedPricing, mendedTransfer } from './mended.js'

/** Clauses of bookings that are ON_HOLD. */
const ofHolds: ReadonlySet<string | null> = new Set(['2.5/expiration-minutes', '2.5/expiration-minutes-in-range'])

/** What a payload can be validated as on its own, in the order of the documents. */
export const payloads: Payloads = {
  transfer: { schema: 'Transfer', invariants: transferInvariants, mend: mendedTransfer },
  option: { schema: 'TransferOption', invariants: optionInvariants, mend: mendedOption },
  pricing: { schema: 'Pricing', invariants: pricingInvariants, mend: mendedPricing },
  availability: { schema: 'Availability', each: true, prepare: withAvailabilityId },
  booking: {
    schema: 'Booking',
    invariants: (value) => bookingInvariants(value),
    mend: mendedBooking,
    speaks: (clause, value) => !ofHolds.has(clause) || !isOver(value),
  },
}

/** Clause `4.3/gap-availability-response`: public OCTO's name of the availabilityId is `id`. */
function withAvailabilityId(value: unknown): unknown {
  const renamed = isJsonObject(value) && !Object.hasOwn(value, 'availabilityId') && typeof value['id'] === 'string'
  return renamed ? { ...value, availabilityId: value['id'] } : value
}

/** A booking in another state than ON_HOLD, which has no hold time any more. */
function isOver(value: unknown): boolean {
  return isJsonObject(value) && typeof value['status'] === 'string' && value['status'] !== 'ON_HOLD'
}
