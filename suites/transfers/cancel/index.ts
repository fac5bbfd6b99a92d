import type { Suite } from '../../../src/suite/index.js'
import confirmed from './confirmed.js'
import furtherWindows from './furtherWindows.js'
import tooLate from './tooLate.js'
import window from './window.js'
import movedWindow from './movedWindow.js'
import windowJudged from './windowJudged.js'
import windowOnHold from './windowOnHold.js'
import { kept } from '../rules.js'

export const cancel: readonly Suite[] = [
  confirmed,
  tooLate,
  window,
  windowJudged,
  movedWindow,
  windowOnHold,
  furtherWindows,
  kept.cancel,
]
