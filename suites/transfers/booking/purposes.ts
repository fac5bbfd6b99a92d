import { answersBooking } from '../operations.js'
import { operationNames, type OperationName } from '../vocabulary/index.js'

/** The operations whose answers are bookings, or hold some. */
export const bookingPurposes: readonly OperationName[] = operationNames.filter(
  (name) => answersBooking.has(name) || name === 'list',
)
