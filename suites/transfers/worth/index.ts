import type { Suite } from '../../../src/suite/index.js'
import quotes from './quotes.js'

/** What has to be inferred, and is no more than worth a look: nothing here can fail or warn. */
export const worth: readonly Suite[] = [quotes]
