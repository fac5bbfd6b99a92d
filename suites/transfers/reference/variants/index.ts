import type { Variant } from '../change.js'
import { amountVariants, bookingVariants } from './bookings.js'
import { boundVariants } from './bounds.js'
import { capabilityVariants, quotedStandardVariants } from './capability.js'
import { habitVariants, strangerVariants, trafficVariants } from './habits.js'
import { holdVariants } from './holds.js'
import { lateReadVariants, movingStatusVariants } from './late.js'
import { listVariants } from './lists.js'
import { fewPlacesVariants } from './places.js'
import { reserveVariants } from './reserve.js'
import { robustnessVariants, wireVariants } from './robustness.js'
import { serviceVariants } from './service.js'
import { textVariants } from './texts.js'
import { transferVariants } from './transfers.js'
import { unforeseenVariants } from './unforeseen.js'
import { lateStartVariants, windowVariants } from './windows.js'
import { writeVariants } from './writes.js'

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
