import type { Suite } from '../../../src/suite/index.js'
import created from './created.js'
import gaps from './gaps.js'

export const read: readonly Suite[] = [created, gaps]
