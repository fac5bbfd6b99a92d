import type { Suite } from '../../../src/suite/index.js'
import bodies from './bodies.js'
import gaps from './gaps.js'
import methods from './methods.js'
import refusals from './refusals.js'

export const robustness: readonly Suite[] = [bodies, methods, refusals, gaps]
