import type { Suite } from '../../../src/suite/index.js'
import scenario from './scenario.js'
import accepted from './accepted.js'
import fields from './fields.js'
import plausible from './plausible.js'
import gaps from './gaps.js'
import days from './days.js'

/** Sections 2.1 to 2.3 and 4.1: transfers. */
export const quote: readonly Suite[] = [scenario, accepted, fields, plausible, gaps, days]
