import type { Suite } from '../../../src/suite/index.js'
import confirmed from './confirmed.js'
import reasons from './reasons.js'
import onHold from './onHold.js'
import notCancellable from './notCancellable.js'
import whenFalse from './whenFalse.js'
import window from './window.js'
import windowOnHold from './windowOnHold.js'

export const cancel: readonly Suite[] = [confirmed, reasons, onHold, notCancellable, whenFalse, window, windowOnHold]
