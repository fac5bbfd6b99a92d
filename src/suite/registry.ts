import type { Check, Observation } from './check.js'
import type { Scenario } from './scenario.js'

/** All that the suites declared, in their order. */
export interface Registry {
  readonly scenarios: ReadonlyMap<string, Scenario>
  readonly checks: ReadonlyMap<string, Check>
  readonly observations: ReadonlyMap<string, Observation>
}

const scenarios = new Map<string, Scenario>()
const checks = new Map<string, Check>()
const observations = new Map<string, Observation>()

/** What has been declared so far; complete once `suites/transfers/index.ts` is imported. */
export const registry: Registry = { scenarios, checks, observations }

/** @throws Error when the id is taken. */
export function register(scenario: Scenario): void {
  add(scenarios, scenario.id, scenario)
}

/** @throws Error when the id is taken. */
export function registerCheck(check: Check | (Observation & { readonly kind: 'observation' })): void {
  if (check.kind === 'observation') add(observations, check.id, check)
  else add(checks, check.id, check)
}

function add<Item>(map: Map<string, Item>, id: string, item: Item): void {
  if (map.has(id)) throw new Error(`two declarations have the id ${id}`)
  map.set(id, item)
}
