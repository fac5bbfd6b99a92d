/** Sections 2.4 and 4.1: the prices of transfer options. And sections 1.5, 2.5 and 8: those of bookings. */
import './amounts.js'
import './currencies.js'
import './asked.js'
import './bookings.js'
import './gaps.js'
