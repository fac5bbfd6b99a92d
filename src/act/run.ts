import type { Scenario } from '../suite/scenario.js'
import { steady } from '../wire/clock.js'
import type { Ageing, Plan } from '../evidence/evidence.js'
import { Judging } from '../judge/judging.js'
import { remedyNote, RunError } from '../judge/runError.js'
import { perform } from './perform.js'
import { performTimeline, resumeTimelines } from './performTimelines.js'
import { awaitReady } from './awaitReady.js'
import { preflight } from './preflight.js'
import { mayCommit } from '../suite/mayCommit.js'
import type { WalkOptions } from '../suite/walk/walk.js'
import { endWalk, walk, type Walked } from './walk.js'
import { silent } from './progress.js'
import type { RunContext } from './runContext.js'
import { chosenScenarios, inOrder } from './chosenScenarios.js'
import { cutOf, endRun, fatesOf } from './endRun.js'
import { openStage } from './openStage.js'
import type { RunOptions } from './runOptions.js'

/**
 * Drives the target through every scenario that the chosen checks need, and judges what it did.
 * @throws RunError when the run cannot start; then `onBreak` was told, and what the walk had booked was cancelled, or is named
 */
export async function run(options: RunOptions): Promise<Judging> {
  const { profile, registry, sink, progress } = options
  const clock = steady(options.clock)
  const nonce = options.random.nonce()
  const plan: Plan = { ...options.plan, nonce }
  const judging = new Judging(plan, profile, registry)
  const { run, attended, close } = openStage({ ...options, clock }, judging, nonce)
  const scenarios = chosenScenarios(judging)
  const route = options.walks === true ? walkOf(scenarios, run) : null
  const bookings = mostBookings(scenarios, judging, route)
  const began = clock.now()
  sink.write({ type: 'plan', plan })
  progress.plan({ checks: plan.checks.length, scenarios: scenarios.length, bookings, target: profile.target.url })
  const notes = [...(options.notes ?? [])]
  try {
    await attended(async () => {
      if (options.readyWithin !== undefined)
        await awaitReady(registry, profile, run.clock, options.readyWithin, run.signal)
      if (route !== null) notes.push(...(await walk(run, route)).notes)
      else await preflight(run.session, registry, profile)
      run.signal.throwIfAborted()
      await actAll(scenarios, plan.ageing, run)
    })
  } catch (error) {
    if (!run.signal.aborted) {
      // Whoever has the report alone must find there what the terminal says to do.
      if (error instanceof RunError) notes.push(`${remedyNote}${error.remedy.replaceAll('\n', ' ')}`)
      endRun(run, began, notes, error instanceof Error ? error.message.split('\n', 1)[0] : 'octospec itself broke')
      options.onBreak?.(judging)
      throw error
    }
  } finally {
    await close()
  }
  endRun(run, began, notes)
  return judging
}

/**
 * The walk alone, as far as a run with these options would go: nothing is judged, and what it booked is cancelled again.
 * @throws RunError where the run could not start
 */
export async function look(
  options: Omit<RunOptions, 'sink' | 'progress'> & Partial<Pick<RunOptions, 'progress'>>,
): Promise<Walked & Pick<Judging, 'bookings'> & { readonly cutShort: string | null; readonly mostBookings: number }> {
  const { profile, registry } = options
  const nonce = options.random.nonce()
  const judging = new Judging({ ...options.plan, nonce }, profile, registry)
  const clock = steady(options.clock)
  const quiet = { progress: silent, ...options, sink: { write: () => undefined } }
  const { run, attended, close } = openStage({ ...quiet, clock }, judging, nonce)
  try {
    const scenarios = chosenScenarios(judging)
    const route = walkOf(scenarios, run)
    const tried = {
      ...route,
      clockMinutes: route.clockMinutes === null ? null : tryMinutes,
      looksAround: true,
    } as const
    const look = async (): Promise<Walked> => {
      const walked = await walk(run, tried)
      await endWalk(run)
      return walked
    }
    const walked = (await attended(look)) ?? { steps: [], notes: [], lacks: [] }
    return {
      ...walked,
      bookings: fatesOf(run),
      cutShort: cutOf(run),
      mostBookings: mostBookings(scenarios, judging, route),
    }
  } finally {
    await close()
  }
}

function mostBookings(
  scenarios: readonly Scenario[],
  { profile, registry }: Judging,
  route: WalkOptions | null,
): number {
  const ofWalk = route?.books === true ? registry.acts.walk.bookings : 0
  return scenarios.reduce((sum, scenario) => sum + (scenario.bookings?.(profile) ?? 0), ofWalk)
}

/** Far enough that ends of holds which are rounded tell whether it was done. */
const tryMinutes = 30

function walkOf(scenarios: readonly Scenario[], { judging }: RunContext): WalkOptions {
  const { plan, profile } = judging
  return {
    books: scenarios.some((scenario) => (scenario.bookings?.(profile) ?? 0) > 0),
    commits: mayCommit(profile, plan),
    clockMinutes: plan.ageing === 'clock' && scenarios.some(({ kind }) => kind === 'timeline') ? 0 : null,
  }
}

/**
 * Comes back to a run whose holds were left ageing, and performs the stages that are due by now; with `stays`, the others as well, each
 * when it is due. `judging` has taken all of the earlier evidence.
 */
export async function settle(
  judging: Judging,
  options: Omit<RunOptions, 'plan' | 'registry'> & { readonly stays?: boolean },
): Promise<Judging> {
  const clock = steady(options.clock)
  const began = clock.now()
  const { run, attended, close } = openStage(
    { ...options, clock, registry: judging.registry },
    judging,
    // Keys of this visit must not be those of the first: the target would answer with the old bookings.
    `${judging.plan.nonce}/${judging.exchanges}`,
    options.stays === true ? 'wait' : 'later',
  )
  try {
    await attended(() => resumeTimelines(run))
  } finally {
    await close()
  }
  endRun(run, began, options.notes)
  return judging
}

/** Comes back to a run to finish its bookings. `judging` has taken all of the earlier evidence. */
export async function finish(judging: Judging, options: Omit<RunOptions, 'plan' | 'registry'>): Promise<Judging> {
  const before = judging.end
  const { run, attended, close } = openStage(
    { ...options, clock: steady(options.clock), registry: judging.registry },
    judging,
    `${judging.plan.nonce}/${judging.exchanges}`,
  )
  const { record } = run
  try {
    await attended(() => run.registry.acts.finishBookings(run))
  } finally {
    await close()
  }
  for (const { scenario } of judging.pending) {
    const reason = 'its bookings were ended before it was settled'
    record({ type: 'stop', scenario, reason, remedy: 'run it again, and settle it', exchange: null })
    record({ type: 'done', scenario })
  }
  record({ type: 'bookings', bookings: fatesOf(run) })
  const { reason = 'aborted', why = reason === 'aborted' ? 'the run was killed before its end' : undefined } =
    before ?? {}
  record({
    type: 'end',
    reason,
    ...(why !== undefined && { why }),
    durationMs: before?.durationMs ?? 0,
    requests: judging.exchanges,
    ...(options.notes !== undefined && options.notes.length > 0 && { notes: options.notes }),
  })
  return judging
}

async function actAll(scenarios: readonly Scenario[], ageing: Ageing, run: RunContext): Promise<void> {
  const act = (scenario: Scenario): Promise<void> =>
    scenario.kind === 'timeline' ? performTimeline(scenario, ageing, run) : perform(scenario, run)
  try {
    const all = [endWalk(run), ...inOrder(scenarios, ageing, run).map(act)]
    // Whatever breaks one of them, what the others book by their end must be in the report.
    await Promise.allSettled(all)
    await Promise.all(all)
  } finally {
    await run.registry.acts.cleanUpRest(run)
  }
}
