import type { Spending } from '../suite/context.js'
import type { Pack } from '../suite/pack.js'
import type { Registry } from '../suite/registry.js'
import { actsIn } from './actsIn.js'
import { RunError } from './runError.js'
import { selectChecks } from './selectChecks.js'

/** One part of a run that is split by its scenarios. */
export interface Shard {
  /** From 1. */
  readonly index: number
  readonly of: number
}

/** Whether a scenario is of a shard; every one is of a run that is not split. */
export function inShard({ scenarios }: Registry, scenario: string, shard: Shard | undefined): boolean {
  return shard === undefined || [...scenarios.keys()].indexOf(scenario) % shard.of === shard.index - 1
}

/** What of the checks a run is to judge. */
export interface Choice {
  /** Patterns of ids; none: all of them. */
  readonly only: readonly string[]
  readonly effort: Spending
  readonly shard?: Shard | undefined
}

/**
 * The checks that a run judges: those that patterns choose, and of them, in a smoke run or in a shard, those of its scenarios. What looks
 * at the answers of the whole run is judged in a smoke run too, by the answers that there are, but once the shards are merged.
 *
 * @throws RunError OCTOSPEC_NOTHING_SELECTED
 */
export function plannedChecks(
  registry: Pick<Pack, 'scenarios' | 'checks' | 'observations' | 'ranking'>,
  { only, effort, shard }: Choice,
): readonly string[] {
  const chosen = selectChecks(registry, only).filter((id) => {
    const check = registry.checks.get(id)
    return check?.kind !== 'trial' || actsIn(effort, check.scenario, registry)
  })
  if (effort === 'smoke' && chosen.length === 0)
    throw new RunError(
      'OCTOSPEC_NOTHING_SELECTED',
      'a smoke run has none of the checks that were chosen',
      'run them with --effort low, or see what a smoke run has with octospec run --list --effort smoke',
    )
  if (shard === undefined) return chosen
  return chosen.filter((id) => {
    const check = registry.checks.get(id)
    return check?.kind === 'trial' && inShard(registry, check.scenario, shard)
  })
}
