import type { Suite } from '../../../src/suite/index.js'
import twins from './twins.js'
import atOnce from './atOnce.js'
import sequences from './sequences.js'

export const lifecycle: readonly Suite[] = [atOnce, twins, sequences]
