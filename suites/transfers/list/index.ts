import type { Suite } from '../../../src/suite/index.js'
import inputs from './inputs.js'
import pages from './pages.js'
import paging from './paging.js'
import stopped from './stopped.js'
import states from './states.js'
import sorted from './sorted.js'
import types from './types.js'
import { kept } from '../rules.js'

export const list: readonly Suite[] = [inputs, pages, paging, stopped, states, sorted, types, kept.list]
