import type { Suite } from '../../../src/suite/index.js'
import onHold from './onHold.js'
import keptTexts from './keptTexts.js'
import confirmed from './confirmed.js'
import allFields from './allFields.js'
import flawed from './flawed.js'
import minutes from './minutes.js'
import notCancellable from './notCancellable.js'
import whenNotCancellable from './whenNotCancellable.js'
import whenTrue from './whenTrue.js'
import { kept } from '../rules.js'

export const update: readonly Suite[] = [
  onHold,
  keptTexts,
  confirmed,
  allFields,
  flawed,
  minutes,
  notCancellable,
  whenNotCancellable,
  whenTrue,
  kept.update,
]
