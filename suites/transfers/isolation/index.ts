import type { Suite } from '../../../src/suite/index.js'
import attempts from './attempts.js'
import foreign from './foreign.js'
import lists from './lists.js'
import keys from './keys.js'
import credentials from './credentials.js'

export const isolation: readonly Suite[] = [attempts, foreign, lists, keys, credentials]
