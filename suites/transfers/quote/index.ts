/** Sections 2.1 to 2.3 and 4.1: transfers. */
import './scenario.js'
import './accepted.js'
import './fields.js'
import './plausible.js'
import './gaps.js'
