import type { Suite } from '../../../src/suite/index.js'
import created from './created.js'

export const read: readonly Suite[] = [created]
