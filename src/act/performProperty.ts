import fc from 'fast-check'
import type { Context } from '../suite/context.js'
import type { PropertyScenario } from '../suite/scenario.js'
import { encodeTrial } from '../suite/trial.js'
import type { Phase } from '../evidence/evidence.js'
import { orAfterOthers } from './orAfterOthers.js'
import type { RunContext } from './runContext.js'

/** Drives a property: every edge once, then seeded samples. The first failing value is shrunk. */
export async function performProperty(scenario: PropertyScenario, context: Context, run: RunContext): Promise<void> {
  const { record, judging, replay } = run
  const { profile } = judging
  const prepared = await orAfterOthers(scenario.id, run, () => scenario.prepare(context))
  let trial = 0
  const judged = (value: unknown, phase: Phase, acted: object): ReadonlySet<string> => {
    trial += 1
    const data = encodeTrial({ ...prepared, value, ...acted })
    const said = record({ type: 'trial', scenario: scenario.id, trial, phase, data })
    return new Set([...said].filter(([, judgement]) => judgement.outcome === 'fail').map(([id]) => id))
  }
  const attempt = async (value: unknown, phase: Phase): Promise<ReadonlySet<string>> =>
    judged(value, phase, await scenario.act(context, value, prepared))

  const replayed = replay?.scenario === scenario.id ? replay.path : null
  const edges = scenario.edges(profile)
  const samples = scenario.samples[context.effort]
  const { seed } = context.random
  const arbitrary = scenario.arbitrary(profile)
  const examples = edges.map((edge): [unknown] => [edge])
  // Where fast-check begins: it counts the edges before the samples, so that a path names the same value in a replay.
  let start = edges.length
  if (replayed === null && scenario.apart === true) {
    const values = sampled(arbitrary, { seed, numRuns: edges.length + samples, examples })
    const acts = await sideBySide(scenario, values, (value) => scenario.act(context, value, prepared), run)
    const failed = acts.map((acted, index) => {
      // What was done before it is judged as if it had come before it.
      if (acted.status === 'rejected') throw acted.reason
      return judged(values[index], index < edges.length ? 'edge' : 'sample', acted.value)
    })
    start = failed.findIndex(({ size }) => size > 0)
    if (start < 0) return
  } else if (replayed === null) {
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
  const rest = scenario.apart ? 1 : edges.length - start + samples
  const found = await fc.check(fc.asyncProperty(arbitrary, holds), {
    seed,
    numRuns: replayed === null ? rest : Math.max(1, samples),
    examples,
    path: replayed ?? String(start),
  })
  raise(thrown)
  if (found.counterexamplePath !== null) {
    const again = `--seed ${judging.plan.seed}:${found.counterexamplePath}`
    record({ type: 'smallest', scenario: scenario.id, trial: smallest, replay: again })
  }
}

/** The values that `fc.check` would try by these parameters, in its order. */
function sampled(
  arbitrary: fc.Arbitrary<unknown>,
  parameters: { readonly seed: number; readonly numRuns: number; readonly examples: [unknown][] },
): readonly unknown[] {
  return fc.sample(fc.tuple(arbitrary), parameters).map(([value]) => value)
}

/** Acts on all values side by side, or one by one where the target does not take so many holds at once. */
async function sideBySide(
  { id }: PropertyScenario,
  values: readonly unknown[],
  act: (value: unknown) => Promise<object>,
  run: RunContext,
): Promise<readonly PromiseSettledResult<object>[]> {
  const { agenda, registry } = run
  let acting = values.length
  const inPlace = async (value: unknown): Promise<object> => {
    await agenda.enter(true)
    try {
      return await act(value)
    } finally {
      acting -= 1
      // The place of the last one is that of the scenario again: in between, time might pass.
      if (acting > 0) agenda.leave()
    }
  }
  // They stand in line before the scenario gives up its place, for the same reason.
  const begun = values.map(inPlace)
  if (begun.length > 0) agenda.leave()
  const acts = await Promise.allSettled(begun)
  if (!registry.acts.wasCrowdedOut(id, run, agenda.isAlone)) return acts
  await registry.acts.cleanUp(id, run)
  await agenda.follow()
  const again: PromiseSettledResult<object>[] = []
  for (const value of values) again.push(...(await Promise.allSettled([act(value)])))
  return again
}

function raise(thrown: { readonly error: unknown } | null): void {
  if (thrown !== null) throw thrown.error
}
