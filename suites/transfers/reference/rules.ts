import {
  holdRules,
  persistenceRules,
  transitionRules,
  type HoldRules,
  type PersistenceRules,
  type TransitionRules,
} from './rules/bookings.js'
import {
  callerRules,
  listRules,
  requestRules,
  viewRules,
  type CallerRules,
  type ListRules,
  type RequestRules,
  type ViewRules,
} from './rules/requests.js'
import {
  availabilityRules,
  priceRules,
  transferRules,
  type AvailabilityRules,
  type PriceRules,
  type TransferRules,
} from './rules/sales.js'

/**
 * The seam: every decision of the service is one of these functions, and a fault or a variant is another answer to some
 * of them. No rule knows HTTP or a dialect. A rule asks other rules through `ctx.rules`.
 */
export interface Rules
  extends
    CallerRules,
    RequestRules,
    HoldRules,
    TransitionRules,
    PersistenceRules,
    AvailabilityRules,
    PriceRules,
    TransferRules,
    ListRules,
    ViewRules {}

/** The documented service. */
export const documentedRules: Rules = {
  ...callerRules,
  ...requestRules,
  ...holdRules,
  ...transitionRules,
  ...persistenceRules,
  ...availabilityRules,
  ...priceRules,
  ...transferRules,
  ...listRules,
  ...viewRules,
}
