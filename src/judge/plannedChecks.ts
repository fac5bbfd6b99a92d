import type { Spending } from '../suite/context.js'
import type { Pack } from '../suite/pack.js'
import { actsIn } from './actsIn.js'
import { RunError } from './runError.js'
import { selectChecks } from './selectChecks.js'

export interface Choice {
  /** Patterns of ids; none: all of them. */
  readonly only: readonly string[]
  readonly effort: Spending
}

/** The checks that a run judges, chosen by patterns and effort. @throws RunError OCTOSPEC_NOTHING_SELECTED */
export function plannedChecks(
  registry: Pick<Pack, 'scenarios' | 'checks' | 'observations' | 'ranking'>,
  { only, effort }: Choice,
): readonly string[] {
  const chosen = selectChecks(registry, only).filter((id) => {
    const check = registry.checks.get(id)
    return check?.kind !== 'trial' || actsIn(effort, check.scenario, registry)
  })
  if (effort === 'smoke' && chosen.length === 0)
    throw new RunError(
      'OCTOSPEC_NOTHING_SELECTED',
      'a smoke run has none of the checks that were chosen',
      'run them with --effort low, or see what a smoke run has with octospec explain --checks --effort smoke',
    )
  return chosen
}
