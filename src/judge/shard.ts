import type { Registry } from '../suite/registry.js'
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

/**
 * The checks that a run judges: those that patterns choose, and of them, in a shard, those of its scenarios. What looks at the answers of
 * the whole run is judged once the shards are merged.
 *
 * @throws RunError OCTOSPEC_NOTHING_SELECTED
 */
export function plannedChecks(
  registry: Registry,
  only: readonly string[],
  shard: Shard | undefined,
): readonly string[] {
  const chosen = selectChecks(registry, only)
  if (shard === undefined) return chosen
  return chosen.filter((id) => {
    const check = registry.checks.get(id)
    return check?.kind === 'trial' && inShard(registry, check.scenario, shard)
  })
}
