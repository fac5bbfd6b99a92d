import { transfers } from '../suites/transfers/pack.js'
import type { Pack } from './suite/pack.js'

/** The service that octospec is shipped with: the one place of the engine that names a pack. */
export const pack: Pack = transfers
