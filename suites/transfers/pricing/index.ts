import type { Suite } from '../../../src/suite/index.js'
import amounts from './amounts.js'
import asked from './asked.js'
import bookings from './bookings.js'

/** Sections 2.4 and 4.1: the prices of transfer options. And sections 1.5, 2.5 and 8: those of bookings. */
export const pricing: readonly Suite[] = [amounts, asked, bookings]
