import type { Suite } from '../../../src/suite/index.js'
import confirmed from './confirmed.js'
import reasons from './reasons.js'
import onHold from './onHold.js'
import eachWindow from './eachWindow.js'
import furtherWindows from './furtherWindows.js'
import notCancellable from './notCancellable.js'
import whenFalse from './whenFalse.js'
import window from './window.js'
import windowMoved from './windowMoved.js'
import windowOnHold from './windowOnHold.js'
import windowOpen from './windowOpen.js'
import windowOver from './windowOver.js'

export const cancel: readonly Suite[] = [
  confirmed,
  reasons,
  onHold,
  notCancellable,
  whenFalse,
  window,
  windowOpen,
  windowOver,
  windowMoved,
  windowOnHold,
  furtherWindows,
  eachWindow,
]
