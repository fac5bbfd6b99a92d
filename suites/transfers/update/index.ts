import type { Suite } from '../../../src/suite/index.js'
import onHold from './onHold.js'
import allFields from './allFields.js'
import flawed from './flawed.js'
import minutes from './minutes.js'
import notCancellable from './notCancellable.js'
import whenTrue from './whenTrue.js'
import { kept } from '../rules.js'

export const update: readonly Suite[] = [onHold, allFields, flawed, minutes, notCancellable, whenTrue, kept.update]
