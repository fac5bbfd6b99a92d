import type { Suite } from '../../../src/suite/index.js'
import created from './created.js'
import currency from './currency.js'
import minutesInside from './minutesInside.js'
import minutesFlawed from './minutesFlawed.js'
import flawed from './flawed.js'
import keys from './keys.js'
import exclusive from './exclusive.js'
import places from './places.js'
import eachNew from './eachNew.js'
import departed from './departed.js'
import { kept } from '../rules.js'

/** Section 4.2, with what sections 3, 7 and 8 say of reserve. */
export const reserve: readonly Suite[] = [
  created,
  currency,
  minutesInside,
  minutesFlawed,
  flawed,
  keys,
  exclusive,
  places,
  eachNew,
  departed,
  kept.reserve,
]
