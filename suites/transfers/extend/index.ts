import type { Suite } from '../../../src/suite/index.js'
import { kept } from '../rules.js'
import lengthen from './lengthen.js'
import minutes from './minutes.js'

export const extend: readonly Suite[] = [lengthen, minutes, kept.extend]
