import type { Pack, Ranked, Ranking } from '../suite/pack.js'
import type { Scenario } from '../suite/scenario.js'
import { catches, type Kill } from './kills.js'
import type { ScenarioCost } from './proof.js'

/** The most requests that a smoke run sends on the reference service. */
export const smokeRequests = 100

/** The scenario that goes before all others, in any run. */
const walk = 'walk'

/**
 * The scenarios in the order that finds most with the fewest requests: each time the one that shows the most faults a request, of those
 * that none before it shows. A check that looks on turns red wherever there is an answer to the operation that shows the fault. The
 * first of them are for a smoke run, as many as fit, of those that ask nothing of a target which not each of them has.
 */
export function rankScenarios(kills: readonly Kill[], scenarios: readonly ScenarioCost[], pack: Pack): Ranking {
  const right = kills.filter((kill) => catches(kill, pack))
  const shownBy = ({ id, operations }: ScenarioCost): Set<string> =>
    new Set(
      right.flatMap(({ fault, check: checkId, operation }) => {
        const check = pack.checks.get(checkId)
        const shows = check?.kind === 'trial' ? check.scenario === id : operations.includes(operation)
        return shows ? [fault] : []
      }),
    )
  const left = new Map(scenarios.filter(({ id }) => id !== walk).map((cost) => [cost, shownBy(cost)]))
  let spent = 0
  for (const cost of scenarios.filter(({ id }) => id === walk)) {
    spent += cost.requests
    for (const fault of shownBy(cost)) for (const others of left.values()) others.delete(fault)
  }
  const take = (fits: (cost: ScenarioCost) => boolean): Ranked | undefined => {
    const [best, shown] =
      [...left]
        .filter(([cost]) => fits(cost))
        .sort(([a, inA], [b, inB]) => inB.size / b.requests - inA.size / a.requests)[0] ?? []
    if (best === undefined || shown === undefined) return undefined
    left.delete(best)
    spent += best.requests
    for (const others of left.values()) for (const fault of shown) others.delete(fault)
    return { id: best.id, requests: best.requests, faults: shown.size }
  }
  const ranked: Ranked[] = []
  const takeAll = (fits: (cost: ScenarioCost) => boolean): void => {
    for (let next = take(fits); next !== undefined; next = take(fits)) ranked.push(next)
  }
  takeAll(
    (cost) =>
      isAnywhere(pack.scenarios.get(cost.id), pack) &&
      spent + cost.requests <= smokeRequests &&
      (left.get(cost)?.size ?? 0) > 0,
  )
  const smoke = ranked.length
  takeAll(({ id }) => pack.scenarios.has(id))
  return { smoke, scenarios: ranked }
}

function isAnywhere(scenario: Scenario | undefined, { checks, needs }: Pack): boolean {
  if (scenario === undefined || scenario.kind === 'timeline' || scenario.ages === true) return false
  const own = [...checks.values()].filter((check) => check.kind === 'trial' && check.scenario === scenario.id)
  return [scenario, ...own].every(({ needs: asked = [] }) => asked.every((name) => needs[name]?.usual === true))
}
