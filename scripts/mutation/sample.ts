import { readdirSync } from 'node:fs'

/** All files of the suites that can be mutated, relative to the repository: `suites/transfers/cancel/onHold.ts`. */
export function suiteFiles(): readonly string[] {
  return readdirSync('suites/transfers', { recursive: true, encoding: 'utf8' })
    .map((name) => `suites/transfers/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !/\/index\.ts$|\.test\.(data\.)?ts$/.test(name))
    .sort()
}

/**
 * Every eighth of them by name when it was chosen: mutants of all would take hours, since it takes runs on the reference service to
 * see each; and without two (hold/exclusive, list/pages) whose mutants alone take half an hour. It stays as it is when files come and go, so that scores can be compared and nothing is measured twice.
 */
const chosen: readonly string[] = [
  'suites/transfers/booking/madeWithoutPrices.ts',
  'suites/transfers/capability/base.ts',
  'suites/transfers/capability/prices.ts',
  'suites/transfers/extend/counting.ts',
  'suites/transfers/isolation/foreign.ts',
  'suites/transfers/lifecycle/sequences.ts',
  'suites/transfers/pricing/gaps.ts',
  'suites/transfers/reserve/keys.ts',
  'suites/transfers/reserve/oneBooking.ts',
  'suites/transfers/robustness/refusals.ts',
  'suites/transfers/update/confirmed.ts',
]

/** The files of the suites that are mutated. */
export function sample(): readonly string[] {
  return suiteFiles().filter((file) => chosen.includes(file))
}
