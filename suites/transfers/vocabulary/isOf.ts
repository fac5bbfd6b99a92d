import type { Trials } from './words.js'

/**
 * Whether one of these scenarios sent it, or made it. What a check must know of another scenario it takes from its file: an id says nothing.
 * @param made an exchange, or an entry of the ledger
 */
export function isOf(scenarios: readonly Trials<unknown>[], made: { readonly scenario: string }): boolean {
  return scenarios.some(({ id }) => id === made.scenario)
}
