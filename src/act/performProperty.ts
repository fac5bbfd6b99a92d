import fc from 'fast-check'
import type { Context } from '../suite/context.js'
import type { PropertyScenario } from '../suite/scenario.js'
import { encodeTrial } from '../suite/trial.js'
import type { Phase } from '../evidence/evidence.js'
import type { Stagehand } from './stagehand.js'

/**
 * Drives a property: every edge once, then seeded samples; a value that a check fails is shrunk, steered by the checks that
 * failed first and by no others. Each act is a trial of its own, recorded and judged like any other.
 */
export async function performProperty(
  scenario: PropertyScenario,
  context: Context,
  stagehand: Stagehand,
): Promise<void> {
  const { record, judging, replay } = stagehand
  const { profile } = judging
  const prepared = await scenario.prepare(context)
  let trial = 0
  const attempt = async (value: unknown, phase: Phase): Promise<ReadonlySet<string>> => {
    const acted = await scenario.act(context, value, prepared)
    trial += 1
    const data = encodeTrial({ ...prepared, value, ...acted })
    const said = record({ type: 'trial', scenario: scenario.id, trial, phase, data })
    return new Set([...said].filter(([, judgement]) => judgement.outcome === 'fail').map(([id]) => id))
  }

  const replayed = replay?.scenario === scenario.id ? replay.path : null
  const edges = scenario.edges(profile)
  const samples = scenario.samples[context.effort]
  // Where fast-check begins: it counts the edges before the samples, so that a path names the same value in a replay.
  let start = edges.length
  if (replayed === null) {
    for (const [index, edge] of edges.entries()) {
      const failed = await attempt(edge, 'edge')
      if (failed.size > 0) start = Math.min(start, index)
    }
  }

  let failing: ReadonlySet<string> | null = null
  let smallest = 0
  let shrinks = 0
  let thrown: { readonly error: unknown } | null = null
  const holds = async (value: unknown): Promise<boolean> => {
    if (thrown !== null || (failing !== null && (shrinks += 1) > scenario.shrinks)) return true
    const failed = await attempt(value, failing === null ? 'sample' : 'shrink').catch((error: unknown) => {
      // fast-check would take what is thrown here (a Stop, a fault of ours) for a failure of the target and shrink it.
      thrown = { error }
      return new Set<string>()
    })
    const steering = failing
    const still = steering === null ? failed.size > 0 : [...failed].some((id) => steering.has(id))
    if (!still) return true
    failing ??= failed
    smallest = trial
    return false
  }
  const found = await fc.check(fc.asyncProperty(scenario.arbitrary(profile), holds), {
    seed: context.random.seed,
    numRuns: replayed === null ? edges.length - start + samples : Math.max(1, samples),
    examples: edges.map((edge) => [edge]),
    path: replayed ?? String(start),
  })
  raise(thrown)
  if (found.counterexamplePath !== null) {
    const again = `--seed ${judging.plan.seed} --replay ${scenario.id}:${found.counterexamplePath}`
    record({ type: 'smallest', scenario: scenario.id, trial: smallest, replay: again })
  }
}

function raise(thrown: { readonly error: unknown } | null): void {
  if (thrown !== null) throw thrown.error
}
