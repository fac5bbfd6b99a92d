import type { Suite } from '../../../src/suite/index.js'
import options from './options.js'
import amounts from './amounts.js'
import currencies from './currencies.js'
import asked from './asked.js'
import bookings from './bookings.js'
import taxes from './taxes.js'
import gaps from './gaps.js'

/** Sections 2.4 and 4.1: the prices of transfer options. And sections 1.5, 2.5 and 8: those of bookings. */
export const pricing: readonly Suite[] = [options, amounts, currencies, asked, bookings, taxes, gaps]
