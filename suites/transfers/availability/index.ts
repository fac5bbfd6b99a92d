/** Section 4.3, the availability check, and what section 1.3 says of its answer. */
import './checked.js'
import './offered.js'
