import type { Answer } from '../vocabulary/index.js'

/**
 * Whether the booking of an answer may have been reserved without octo/pricing: the chapter that probes the capability does so,
 * what it leaves is cancelled in the cleanup, and the documents leave open whether such a booking has prices when it is read with it (5/priced-read-of-unpriced-booking). Of a booking in
 * recorded traffic that was made before it, nobody knows.
 */
export function madeWithoutPrices({ exchange }: Answer): boolean {
  // Of all that chapter reserves, this scenario alone reserves again what it had reserved without.
  if (exchange.purpose === 'reserve') return exchange.scenario === 'capability.base-hold'
  return /^(capability|cleanup|recorded\.earlier)/.test(exchange.scenario)
}
