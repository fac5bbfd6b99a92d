import type { Suite } from '../../../src/suite/index.js'
import bodies from './bodies.js'
import refusals from './refusals.js'

export const robustness: readonly Suite[] = [bodies, refusals]
