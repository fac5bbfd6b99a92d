import type { Variant } from '../variant.js'
import { capabilityVariants } from './capability.js'
import { holdVariants } from './holds.js'
import { reserveVariants } from './reserve.js'
import { serviceVariants } from './service.js'
import { trafficVariants } from './traffic.js'
import { transferVariants } from './transfers.js'
import { wireVariants } from './wire.js'

/** Every legal variant that can be switched on. Names are public. */
export const allVariants: readonly Variant[] = [
  ...transferVariants,
  ...capabilityVariants,
  ...holdVariants,
  ...reserveVariants,
  ...serviceVariants,
  ...wireVariants,
  ...trafficVariants,
]
