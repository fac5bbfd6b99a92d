import type { Suite } from '../../../src/suite/index.js'
import confirmed from './confirmed.js'
import reasons from './reasons.js'
import furtherWindows from './furtherWindows.js'
import notCancellable from './notCancellable.js'
import whenFalse from './whenFalse.js'
import window from './window.js'
import windowJudged from './windowJudged.js'
import windowOnHold from './windowOnHold.js'
import { kept } from '../rules.js'

export const cancel: readonly Suite[] = [
  confirmed,
  reasons,
  notCancellable,
  whenFalse,
  window,
  windowJudged,
  windowOnHold,
  furtherWindows,
  kept.cancel,
]
