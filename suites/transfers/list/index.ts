import type { Suite } from '../../../src/suite/index.js'
import inputs from './inputs.js'
import pages from './pages.js'
import once from './once.js'
import outside from './outside.js'
import stopped from './stopped.js'
import states from './states.js'
import sorted from './sorted.js'
import types from './types.js'
import { kept } from '../rules.js'

export const list: readonly Suite[] = [inputs, pages, once, outside, stopped, states, sorted, types, kept.list]
