import type { Variant } from '../variant.js'
import { serviceVariants } from './service.js'
import { trafficVariants } from './traffic.js'
import { wireVariants } from './wire.js'

/** Every legal variant that can be switched on. Names are public. */
export const allVariants: readonly Variant[] = [...serviceVariants, ...wireVariants, ...trafficVariants]
