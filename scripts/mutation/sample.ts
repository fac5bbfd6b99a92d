import { readdirSync } from 'node:fs'

/** All files of the suites that can be mutated, relative to the repository: `suites/cancel/onHold.ts`. */
export function suiteFiles(): readonly string[] {
  return readdirSync('suites', { recursive: true, encoding: 'utf8' })
    .map((name) => `suites/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !/\/index\.ts$|\.test\.(data\.)?ts$/.test(name))
    .sort()
}

/**
 * Every eighth of them by name when it was chosen: mutants of all would take hours, since it takes runs on the reference service to
 * see each; and without two (hold/exclusive, list/pages) whose mutants alone take half an hour. It stays as it is when files come and go, so that scores can be compared and nothing is measured twice.
 */
const chosen: readonly string[] = [
  'suites/booking/madeWithoutPrices.ts',
  'suites/capability/base.ts',
  'suites/capability/prices.ts',
  'suites/extend/counting.ts',
  'suites/isolation/foreign.ts',
  'suites/lifecycle/sequences.ts',
  'suites/pricing/gaps.ts',
  'suites/reserve/keys.ts',
  'suites/reserve/oneBooking.ts',
  'suites/robustness/refusals.ts',
  'suites/update/confirmed.ts',
]

/** The files of the suites that are mutated. */
export function sample(): readonly string[] {
  return suiteFiles().filter((file) => chosen.includes(file))
}
