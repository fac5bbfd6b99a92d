import type { Suite } from '../../../src/suite/index.js'
import checked from './checked.js'
import offered from './offered.js'

/** Section 4.3, the availability check, and what section 1.3 says of its answer. */
export const availability: readonly Suite[] = [checked, offered]
