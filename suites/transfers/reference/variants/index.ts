import type { Variant } from '../variant.js'
import { capabilityVariants } from './capability.js'
import { holdVariants } from './holds.js'
import { reserveVariants } from './reserve.js'
import { robustnessVariants } from './robustness.js'
import { listVariants } from './lists.js'
import { bookingVariants } from './bookings.js'
import { serviceVariants } from './service.js'
import { trafficVariants } from './traffic.js'
import { transferVariants } from './transfers.js'
import { wireVariants } from './wire.js'
import { writeVariants } from './writes.js'
import { movingStatusVariants } from './movingStatuses.js'
import { lateReadVariants } from './lateReads.js'
import { textVariants } from './texts.js'
import { strangerVariants } from './strangers.js'
import { boundVariants } from './bounds.js'
import { fewPlacesVariants } from './fewPlaces.js'
import { windowVariants } from './windows.js'
import { habitVariants } from './habits.js'
import { lateStartVariants } from './lateStarts.js'
import { amountVariants } from './amounts.js'
import { quotedStandardVariants } from './quotedStandard.js'
import { unforeseenVariants } from './unforeseen.js'

/** Every legal variant that can be switched on. Names are public. */
export const allVariants: readonly Variant[] = [
  ...transferVariants,
  ...capabilityVariants,
  ...holdVariants,
  ...reserveVariants,
  ...writeVariants,
  ...listVariants,
  ...bookingVariants,
  ...serviceVariants,
  ...wireVariants,
  ...robustnessVariants,
  ...trafficVariants,
  ...movingStatusVariants,
  ...lateReadVariants,
  ...textVariants,
  ...strangerVariants,
  ...boundVariants,
  ...fewPlacesVariants,
  ...amountVariants,
  ...windowVariants,
  ...quotedStandardVariants,
  ...lateStartVariants,
  ...habitVariants,
  ...unforeseenVariants,
]
