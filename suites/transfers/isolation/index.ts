import type { Suite } from '../../../src/suite/index.js'
import credentials from './credentials.js'
import attempts from './attempts.js'
import lists from './lists.js'
import rules from './rules.js'

/** Section 5: who sees and changes which bookings. */
export const isolation: readonly Suite[] = [attempts, lists, rules, credentials]
