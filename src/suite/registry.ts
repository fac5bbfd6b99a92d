import type { Check, Observation } from './check.js'
import type { Scenario } from './scenario.js'
import type { Suite } from './suite.js'

/** All that the suites of a pack declare, by id, in their order. */
export interface Registry {
  readonly scenarios: ReadonlyMap<string, Scenario>
  readonly checks: ReadonlyMap<string, Check>
  readonly observations: ReadonlyMap<string, Observation>
}

/** @throws Error when two declarations have one id. */
export function registryOf(suites: readonly Pick<Suite, 'declared'>[]): Registry {
  return {
    scenarios: byId(suites.flatMap(({ declared }) => declared.scenarios)),
    checks: byId(suites.flatMap(({ declared }) => declared.checks)),
    observations: byId(suites.flatMap(({ declared }) => declared.observations)),
  }
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>()
  for (const item of items) {
    if (found.has(item.id)) throw new Error(`two declarations have the id ${item.id}`)
    found.set(item.id, item)
  }
  return found
}
