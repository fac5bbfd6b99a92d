import type { Fault } from '../change.js'
import { bookingFaults } from './bookings.js'
import { cancelFaults } from './cancel.js'
import { capabilityFaults } from './capability.js'
import { confirmFaults } from './confirm.js'
import { extendFaults } from './extend.js'
import { holdFaults } from './holds.js'
import { isolationFaults } from './isolation.js'
import { keyFaults } from './keys.js'
import { listFaults } from './lists.js'
import { minutesFaults } from './minutes.js'
import { placeFaults } from './places.js'
import { readFaults } from './reads.js'
import { reserveFaults } from './reserve.js'
import { robustnessFaults } from './robustness.js'
import { sequenceFaults } from './sequences.js'
import { textFaults } from './texts.js'
import { transferFieldFaults } from './transferFields.js'
import { transferFaults } from './transfers.js'
import { updateFaults } from './update.js'
import { windowFaults } from './windows.js'

/** Every fault that can be switched on. Names are public. */
export const allFaults: readonly Fault[] = [
  ...transferFaults,
  ...transferFieldFaults,
  ...readFaults,
  ...reserveFaults,
  ...keyFaults,
  ...placeFaults,
  ...minutesFaults,
  ...holdFaults,
  ...extendFaults,
  ...confirmFaults,
  ...updateFaults,
  ...cancelFaults,
  ...windowFaults,
  ...bookingFaults,
  ...textFaults,
  ...listFaults,
  ...isolationFaults,
  ...capabilityFaults,
  ...sequenceFaults,
  ...robustnessFaults,
]
