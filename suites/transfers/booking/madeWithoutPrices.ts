import { chapterOf, cleanUpScenario, recordedKind, type Answer } from '../vocabulary/index.js'

/**
 * Whether the booking of an answer may have been reserved without octo/pricing: the chapter that probes the capability does so,
 * what it leaves is cancelled in the cleanup, and the documents leave open whether such a booking has prices when it is read with it (5/priced-read-of-unpriced-booking). Of a booking in
 * recorded traffic that was made before it, nobody knows.
 */
export function madeWithoutPrices({ exchange }: Answer): boolean {
  const chapter = chapterOf(exchange)
  // That chapter also sends a reserve again, with the capability, that it had sent without.
  return chapter === 'capability' || chapter === cleanUpScenario || recordedKind(exchange) === 'earlier'
}
