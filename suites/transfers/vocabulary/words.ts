/** The engine's vocabulary, in which answers, profiles, targets and contexts are those of this service. */
export * from '../../../src/suite/index.js'
export {
  type Context,
  type Filled,
  type Held,
  openSuite,
  type JudgeContext,
  type Stage,
  type Suite,
} from './context.js'
export type { TransferAnswer as Answer } from '../answer.js'
export { bookingFields, bookingPointer, readBooking, type BookingField, type ShownBooking } from '../bookingFields.js'
export {
  bookableKey,
  bookablesOf,
  checksOf,
  currencyAside,
  currencyOfBoth,
  exclusiveOf,
  fillersOf,
  isOfOneProduct,
  mostInVain,
  otherOf,
  otherTypeOf,
  routesOf,
  soonOf,
  withFillers,
} from '../bookable.js'
export { defaultProfile, defaultRequest, fieldNames, isStated, openFields, operationOf } from '../profile.js'
export type { Bookable, BookableName, TransferProfile as Profile } from '../transferProfile.js'
export { answersBookings, operationNames, writes, type OperationName } from '../operations.js'
export { targetOver, type TransferOptions as TargetOptions, type TransferTarget as Target } from '../target.js'
