import type { Suite } from '../../../src/suite/index.js'
import availabilityAgain from './availabilityAgain.js'
import keptAvailability from './keptAvailability.js'
import confirmed from './confirmed.js'
import kept from './kept.js'
import extended from './extended.js'
import updated from './updated.js'
import runsOut from './runsOut.js'
import { states } from '../rules.js'

// First comes what needs its own availability, while there is one. Then, at each moment, writes come before reads.
export const hold: readonly Suite[] = [
  keptAvailability,
  availabilityAgain,
  confirmed,
  extended,
  kept,
  updated,
  runsOut,
  states,
]
