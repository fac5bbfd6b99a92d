import type { Suite } from '../../../src/suite/index.js'
import forms from './forms.js'
import enables from './enables.js'
import list from './list.js'
import otherName from './otherName.js'
import header from './header.js'
import echo from './echo.js'
import transfers from './transfers.js'
import without from './without.js'
import base from './base.js'
import gaps from './gaps.js'

/** Sections 1.5, 5 and 9: the pricing capability, asked for in every way, and what is there without it. */
export const capability: readonly Suite[] = [
  forms,
  enables,
  list,
  otherName,
  header,
  echo,
  transfers,
  without,
  base,
  gaps,
]
