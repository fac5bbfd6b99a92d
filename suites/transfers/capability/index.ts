import type { Suite } from '../../../src/suite/index.js'
import base from './base.js'
import forms from './forms.js'
import without from './without.js'

/** Sections 1.5, 5 and 9: the pricing capability, asked for in every way, and what is there without it. */
export const capability: readonly Suite[] = [forms, base, without]
