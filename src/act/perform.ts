import fc from 'fast-check'
import type { Context, OneShot, PropertyScenario, Scenario } from '../suite/scenario.js'
import { encodeTrial } from '../suite/trial.js'
import { checkOutcome } from '../judge/checkOutcome.js'
import { levelOf } from '../judge/seen.js'
import type { CheckResult } from '../judge/report.js'
import { runEnded, Stop } from '../wire/stop.js'
import type { RunContext } from './runContext.js'
import { faultOf } from '../contract/messageOf.js'
import type { Phase } from '../evidence/evidence.js'

/** Lets one scenario act when there is room, records its trials and cancels what it booked. It never throws. */
export function perform(scenario: OneShot | PropertyScenario, run: RunContext): Promise<void> {
  const { progress, record, registry, signal } = run
  return inPlace(run, async () => {
    if (signal.aborted) return null
    progress.started(scenario.id)
    await guarded(scenario, run, async () => {
      const open = (): Context => registry.acts.openContext(scenario.id, run)
      if (scenario.kind === 'property') await performProperty(scenario, open(), run)
      else {
        const data = encodeTrial(await orAfterOthers(scenario.id, run, () => scenario.act(open())))
        record({ type: 'trial', scenario: scenario.id, trial: 1, phase: 'once', data })
      }
    })
    return scenario
  })
}

/** Acts when there is room, and tidies up after the scenario that has ended with that, if one has. */
export async function inPlace(run: RunContext, act: () => Promise<Scenario | null>): Promise<void> {
  const { agenda } = run
  await agenda.enter()
  let rest = Promise.resolve()
  try {
    const ended = await act()
    if (ended !== null) rest = tidy(ended, run)
  } finally {
    agenda.leave(rest)
  }
  await rest
}

/** Cancels what a scenario booked, and closes it: its exchanges are no longer needed. */
async function tidy(scenario: Scenario, run: RunContext): Promise<void> {
  const { judging, progress, record, registry, signal } = run
  // A fault of ours in one clean-up must not cost the run the others, nor its verdict.
  await guarded(scenario, run, () => registry.acts.cleanUp(scenario.id, run, !signal.aborted))
  record({ type: 'done', scenario: scenario.id })
  const own = judging.checksOf(scenario.id)
  // What only warns is no failure.
  const failed = own.filter(
    (check) =>
      (judging.checks.get(check.id)?.failures ?? 0) > 0 &&
      (judging.plan.strict || levelOf(registry.contract, check) !== 'convention'),
  )
  const results = (): readonly CheckResult[] =>
    own.map((check) => checkOutcome(check, levelOf(registry.contract, check), judging))
  progress.finished(scenario.id, { checks: own.length, failed: failed.length }, results)
}

/** Turns what an act throws into evidence: a `Stop` is the target's matter, anything else is a fault of octospec. */
export async function guarded(
  scenario: Scenario,
  { record, signal }: RunContext,
  act: () => Promise<void>,
): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (signal.aborted) {
      record({ type: 'stop', scenario: scenario.id, ...runEnded, exchange: null })
    } else if (error instanceof Stop) {
      record({
        type: 'stop',
        scenario: scenario.id,
        reason: error.message,
        remedy: error.remedy,
        exchange: error.exchange,
        ...(error.key !== undefined && { key: error.key }),
      })
    } else {
      record({ type: 'crash', scenario: scenario.id, message: faultOf(error) })
    }
    return false
  }
}

/** How often a scenario acts at most: what did not go well twice may still have been chance. */
const most = 3

/** Acts. Who is crowded out by the holds of others releases its own, and acts anew when those have ended. */
export async function orAfterOthers<Done>(scenario: string, run: RunContext, act: () => Promise<Done>): Promise<Done> {
  const { agenda, registry, signal } = run
  for (let turn = 1; ; turn += 1) {
    const [done] = await Promise.allSettled([act()])
    const actsAnew = registry.acts.wasCrowdedOut(scenario, run, agenda.isAlone) && turn < most && !signal.aborted
    if (actsAnew) {
      await registry.acts.cleanUp(scenario, run)
      await agenda.follow()
      if (!signal.aborted) continue
    }
    if (done.status === 'rejected') throw done.reason
    return done.value
  }
}

/** Acts on a value, or says what was done on it, and tells which checks fail what came of it. */
type Attempt = (value: unknown, phase: Phase, acted?: object) => Promise<ReadonlySet<string>>

/** Drives a property: every edge once, then seeded samples. The first failing value is shrunk. */
export async function performProperty(scenario: PropertyScenario, context: Context, run: RunContext): Promise<void> {
  const { record, judging, replay } = run
  const prepared = await orAfterOthers(scenario.id, run, () => scenario.prepare(context))
  const act = (value: unknown): Promise<object> => scenario.act(context, value, prepared)
  let trial = 0
  const attempt: Attempt = async (value, phase, done) => {
    const acted = done ?? (await act(value))
    trial += 1
    const data = encodeTrial({ ...prepared, value, ...acted })
    const said = record({ type: 'trial', scenario: scenario.id, trial, phase, data })
    return new Set([...said].filter(([, judgement]) => judgement.outcome === 'fail').map(([id]) => id))
  }

  const path = replay?.scenario === scenario.id ? replay.path : null
  const edges = scenario.edges(judging.profile)
  const samples = scenario.samples[context.effort]
  const arbitrary = scenario.arbitrary(judging.profile)
  const parameters = { seed: context.random.seed, examples: edges.map((edge): [unknown] => [edge]) }
  // Where fast-check begins: it counts the edges before the samples, so that a path names the same value in a replay.
  let start = edges.length
  if (path === null && scenario.apart === true) {
    const values = sampled(arbitrary, { ...parameters, numRuns: edges.length + samples })
    const acts = await sideBySide(scenario, values, act, run)
    const failed: boolean[] = []
    for (const [index, acted] of acts.entries()) {
      // What was done before it is judged as if it had come before it.
      if (acted.status === 'rejected') throw acted.reason
      const phase = index < edges.length ? 'edge' : 'sample'
      failed.push((await attempt(values[index], phase, acted.value)).size > 0)
    }
    start = failed.indexOf(true)
    if (start < 0) return
  } else if (path === null) {
    for (const [index, edge] of edges.entries()) {
      const failed = await attempt(edge, 'edge')
      if (failed.size > 0) start = Math.min(start, index)
    }
  }
  const rest = scenario.apart ? 1 : edges.length - start + samples
  const found = await shrunk(arbitrary, attempt, {
    ...parameters,
    numRuns: path === null ? rest : Math.max(1, samples),
    path: path ?? String(start),
    shrinks: scenario.shrinks ?? 12,
  })
  if (found === null) return
  const again = `--seed ${judging.plan.seed}:${found.path}`
  record({ type: 'smallest', scenario: scenario.id, trial: trial - found.after, replay: again })
}

interface ShrinkOptions {
  readonly seed: number
  readonly examples: [unknown][]
  readonly numRuns: number
  readonly path: string
  /** How many simpler values are tried. */
  readonly shrinks: number
}

/**
 * Tries values until one fails, and then simpler ones that the same checks fail.
 * @returns the path to the simplest, and how many trials came after it; null: none failed
 */
async function shrunk(
  arbitrary: fc.Arbitrary<unknown>,
  attempt: Attempt,
  { shrinks, ...parameters }: ShrinkOptions,
): Promise<{ readonly path: string; readonly after: number } | null> {
  let failing: ReadonlySet<string> | null = null
  let after = 0
  let tried = 0
  let thrown: { readonly error: unknown } | null = null
  const holds = async (value: unknown): Promise<boolean> => {
    if (thrown !== null || (failing !== null && (tried += 1) > shrinks)) return true
    const failed = await attempt(value, failing === null ? 'sample' : 'shrink').catch((error: unknown) => {
      // fast-check would take what is thrown here (a Stop, a fault of ours) for a failure of the target and shrink it.
      thrown = { error }
      return new Set<string>()
    })
    after += 1
    const steering = failing
    const still = steering === null ? failed.size > 0 : [...failed].some((id) => steering.has(id))
    if (!still) return true
    failing ??= failed
    after = 0
    return false
  }
  const { counterexamplePath: path } = await fc.check(fc.asyncProperty(arbitrary, holds), parameters)
  raise(thrown)
  return path === null ? null : { path, after }
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
