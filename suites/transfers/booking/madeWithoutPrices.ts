import { cleanUpScenario, isOf, recordedKind, type Answer, type Trials } from '../vocabulary/index.js'
import { forms } from '../capability/forms.js'
import { baseHold } from '../capability/without.js'

/** The scenarios that reserve without octo/pricing, or may. They also send a reserve again, with the capability, that they had sent without. */
export const unpriced: readonly Trials<unknown>[] = [forms, baseHold]

/**
 * Whether the booking of an answer may have been reserved without octo/pricing: the chapter that probes the capability does so,
 * what it leaves is cancelled in the cleanup, and the documents leave open whether such a booking has prices when it is read with it (5/priced-read-of-unpriced-booking). Of a booking in
 * recorded traffic that was made before it, nobody knows; nor of one that another account has under the id of one of the first's.
 */
export function madeWithoutPrices({ exchange }: Answer): boolean {
  const isFound = exchange.as === 'other' && exchange.purpose !== 'reserve'
  return (
    isFound || isOf(unpriced, exchange) || exchange.scenario === cleanUpScenario || recordedKind(exchange) === 'earlier'
  )
}
