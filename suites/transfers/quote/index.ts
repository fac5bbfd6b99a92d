import type { Suite } from '../../../src/suite/index.js'
import scenario from './scenario.js'
import gaps from './gaps.js'
import days from './days.js'

/** Sections 2.1 to 2.3 and 4.1: transfers. */
export const quote: readonly Suite[] = [scenario, gaps, days]
