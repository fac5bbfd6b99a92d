import { openContract, type Contract } from '../../../src/suite/index.js'
import { formats } from './formats.js'

/** The documents of the Transfer and Booking Service as data, with `octo/pricing` as the capability. */
export const contract: Contract = openContract('transfers', formats)
