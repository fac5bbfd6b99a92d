import { openChecks, type Check, type Checks, type Observation } from './check.js'
import { openScenarios, type Scenario, type Scenarios } from './scenario.js'

/** What one file of a pack declares, in its order. */
export interface Suite extends Checks, Scenarios {
  readonly declared: {
    readonly scenarios: readonly Scenario[]
    readonly checks: readonly Check[]
    readonly observations: readonly Observation[]
  }
}

/** A suite in which nothing is declared yet. Whoever opens it exports it, and a pack takes it in. */
export function openSuite(): Suite {
  const scenarios: Scenario[] = []
  const checks: Check[] = []
  const observations: Observation[] = []
  return {
    declared: { scenarios, checks, observations },
    ...openScenarios((scenario) => scenarios.push(scenario)),
    ...openChecks({
      check: (check) => checks.push(check),
      observation: (observation) => observations.push(observation),
    }),
  }
}
