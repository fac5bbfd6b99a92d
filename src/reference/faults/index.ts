import type { Fault } from '../fault.js'
import { callerFaults } from './callers.js'
import { capabilityFaults } from './capability.js'
import { lifecycleFaults } from './lifecycle.js'
import { readFaults } from './reads.js'
import { reserveFaults } from './reserve.js'
import { pricingFaults } from './pricing.js'
import { transferFieldFaults } from './transferFields.js'
import { transferFaults } from './transfers.js'
import { wireFaults } from './wire.js'
import { writeFaults } from './writes.js'

/** Every fault that can be switched on. Names are public. */
export const allFaults: readonly Fault[] = [
  ...transferFaults,
  ...transferFieldFaults,
  ...pricingFaults,
  ...reserveFaults,
  ...writeFaults,
  ...readFaults,
  ...callerFaults,
  ...capabilityFaults,
  ...wireFaults,
  ...lifecycleFaults,
]
