/** Sections 1.5, 5 and 9: the pricing capability, asked for in every way, and what is there without it. */
import './enables.js'
import './list.js'
import './header.js'
import './echo.js'
import './transfers.js'
import './without.js'
import './base.js'
import './gaps.js'
