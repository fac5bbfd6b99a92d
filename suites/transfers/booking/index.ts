import type { Suite } from '../../../src/suite/index.js'
import askedFor from './askedFor.js'
import currencyKept from './currencyKept.js'
import fields from './fields.js'
import minutes from './minutes.js'
import ownTexts from './ownTexts.js'
import priceDrifts from './priceDrifts.js'
import pricesAgree from './pricesAgree.js'
import receiptByDefault from './receiptByDefault.js'
import refusedWrites from './refusedWrites.js'

export const booking: readonly Suite[] = [
  askedFor,
  currencyKept,
  fields,
  minutes,
  ownTexts,
  priceDrifts,
  pricesAgree,
  receiptByDefault,
  refusedWrites,
]
