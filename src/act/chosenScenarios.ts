import type { Scenario } from '../suite/scenario.js'
import type { Ageing } from '../evidence/evidence.js'
import type { Judging } from '../judge/judging.js'
import { actsIn } from '../judge/actsIn.js'
import { unmet } from '../judge/needs.js'
import type { RunContext } from './runContext.js'

/** The scenarios that the chosen checks need and the profile allows. */
export function chosenScenarios(judging: Pick<Judging, 'plan' | 'profile' | 'registry'>): readonly Scenario[] {
  const { plan, profile, registry } = judging
  const checks = plan.checks.flatMap((id) => registry.checks.get(id) ?? [])
  const chapters = new Set(
    checks.flatMap((check) => (check.kind !== 'trial' ? [chapterOf(check.id), ...check.of] : [])),
  )
  const wanted = new Set(
    checks.flatMap((check) =>
      check.kind === 'trial' && unmet(judging.registry, profile, null, check, plan) === null ? [check.scenario] : [],
    ),
  )
  const everything = plan.only.length === 0
  return [...registry.scenarios.values()].filter(
    (scenario) =>
      actsIn(plan.effort, scenario.id, registry) &&
      unmet(judging.registry, profile, scenario, null, plan) === null &&
      (everything || wanted.has(scenario.id) || chapters.has(chapterOf(scenario.id))),
  )
}

function chapterOf(id: string): string {
  return id.split('.', 1)[0] ?? id
}

/** What the ranking does not know yet is taken for long: late, it would be left to act alone. */
const unranked = 1000

/** The longest first, so that none of them is left to act alone at the end. */
export function inOrder(
  scenarios: readonly Scenario[],
  ageing: Ageing,
  { judging, registry }: RunContext,
): readonly Scenario[] {
  const lengths = new Map(registry.ranking.scenarios.map(({ id, requests }) => [id, requests]))
  /** Into how many parts the requests of a scenario are divided, for the order in which scenarios begin. */
  const partsOf = (scenario: Scenario): number => {
    if (scenario.kind === 'property' && scenario.apart === true) return scenario.edges(judging.profile).length / 2
    return scenario.kind === 'timeline' ? 2 : 1
  }
  const lengthOf = (scenario: Scenario): number =>
    (lengths.get(scenario.id) ?? unranked) / Math.max(1, partsOf(scenario))
  // Waiting costs least when the holds age while all else runs. By a clock they begin late: what is slow must not be too late for them.
  const turnOf = ({ kind }: Scenario): number => (kind === 'timeline' && ageing !== 'clock' ? -1 : 0)
  return [...scenarios].sort((a, b) => turnOf(a) - turnOf(b) || lengthOf(b) - lengthOf(a))
}
