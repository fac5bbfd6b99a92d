import fc from 'fast-check'
import type { Context } from '../suite/context.js'
import type { PropertyScenario } from '../suite/scenario.js'
import { encodeTrial } from '../suite/trial.js'
import type { Phase } from './evidence.js'
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

  const failedEdges: unknown[] = []
  if (replay?.scenario !== scenario.id) {
    for (const edge of scenario.edges(profile)) {
      const failed = await attempt(edge, 'edge')
      if (failed.size > 0) failedEdges.push(edge)
    }
  }

  const samples = scenario.samples[context.effort]
  const [worst] = failedEdges
  if (samples === 0 && worst === undefined && replay?.scenario !== scenario.id) return

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
  const replayed = replay?.scenario === scenario.id ? { path: replay.path } : {}
  const found = await fc.check(fc.asyncProperty(scenario.arbitrary(profile), holds), {
    seed: context.random.seed,
    numRuns: Math.max(1, samples + (worst === undefined ? 0 : 1)),
    ...(worst !== undefined && { examples: [[worst]] }),
    ...replayed,
  })
  raise(thrown)
  if (found.failed && smallest > 0) {
    const replayable = `--seed ${judging.plan.seed} --replay ${scenario.id}:${found.counterexamplePath ?? ''}`
    record({ type: 'smallest', scenario: scenario.id, trial: smallest, replay: replayable })
  }
}

function raise(thrown: { readonly error: unknown } | null): void {
  if (thrown !== null) throw thrown.error
}
