import type { Suite } from '../../../src/suite/index.js'
import acrossCurrencies from './acrossCurrencies.js'
import bookings from './bookings.js'
import quotes from './quotes.js'

/** What has to be inferred, and is no more than worth a look: nothing here can fail or warn. */
export const worth: readonly Suite[] = [quotes, acrossCurrencies, bookings]
