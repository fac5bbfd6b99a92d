import type { Answer } from '../wire/answer.js'
import type { Profile } from '../profile/profile.js'
import { type Check, type Checks, type Observation, openChecks } from './check.js'
import { type Context, openScenarios, type Scenario, type Scenarios } from './scenario.js'

/** What one file of a pack declares, in its order. */
export interface Suite<
  OwnProfile extends Profile = Profile,
  OwnAnswer extends Answer = Answer,
  OwnContext extends Context = Context,
>
  extends Checks<OwnProfile, OwnAnswer>, Scenarios<OwnProfile, OwnContext> {
  readonly declared: {
    readonly scenarios: readonly Scenario[]
    readonly checks: readonly Check[]
    readonly observations: readonly Observation[]
  }
}

/** A suite in which nothing is declared yet. Whoever opens it exports it, and a pack takes it in. */
export function openSuite<
  OwnProfile extends Profile = Profile,
  OwnAnswer extends Answer = Answer,
  OwnContext extends Context = Context,
>(): Suite<OwnProfile, OwnAnswer, OwnContext> {
  const scenarios: Scenario[] = []
  const checks: Check[] = []
  const observations: Observation[] = []
  return {
    declared: { scenarios, checks, observations },
    ...openScenarios<OwnProfile, OwnContext>((scenario) => scenarios.push(scenario)),
    ...openChecks<OwnProfile, OwnAnswer>({
      check: (check) => checks.push(check),
      observation: (observation) => observations.push(observation),
    }),
  }
}

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
