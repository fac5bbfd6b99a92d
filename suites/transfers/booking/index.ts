import type { Suite } from '../../../src/suite/index.js'
import prices from './prices.js'
import fields from './fields.js'
import ownTexts from './ownTexts.js'
import { kept } from '../rules.js'

export const booking: readonly Suite[] = [prices, fields, ownTexts, kept.booking]
