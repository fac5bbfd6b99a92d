import { availabilityRules, type AvailabilityRules } from './rules/availability.js'
import { callerRules, type CallerRules } from './rules/callers.js'
import { holdRules, type HoldRules } from './rules/holds.js'
import { listRules, type ListRules } from './rules/lists.js'
import { persistenceRules, type PersistenceRules } from './rules/persistence.js'
import { priceRules, type PriceRules } from './rules/prices.js'
import { requestRules, type RequestRules } from './rules/requests.js'
import { transferRules, type TransferRules } from './rules/transfers.js'
import { transitionRules, type TransitionRules } from './rules/transitions.js'
import { viewRules, type ViewRules } from './rules/views.js'

/**
 * The seam: every decision of the service is one of these functions, and a fault or a variant is another answer to some of
 * them. No rule knows HTTP or a dialect. A rule asks other rules through `ctx.rules`.
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
