import type { Suite } from '../../../src/suite/index.js'
import lengthen from './lengthen.js'
import minutes from './minutes.js'
import settled from './settled.js'
import { kept } from '../rules.js'

export const extend: readonly Suite[] = [lengthen, minutes, settled, kept.extend]
