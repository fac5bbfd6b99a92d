import type { Suite } from '../../../src/suite/index.js'
import created from './created.js'
import { kept } from '../rules.js'

export const read: readonly Suite[] = [created, kept.read]
