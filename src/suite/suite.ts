import type { Answer } from '../wire/answer.js'
import type { Profile } from '../profile/profile.js'
import { openChecks, type Check, type Checks, type Observation } from './check.js'
import type { Context } from './context.js'
import { openScenarios, type Scenario, type Scenarios } from './scenario.js'

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
