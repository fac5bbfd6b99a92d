import { systemNonce } from '../wire/marker.js'
import { uncheckedCertificates } from '../wire/network.js'
import { Judging } from '../judge/judging.js'
import { actsIn, makePlan, type PlanOptions, unmet } from '../judge/plan.js'
import { RunError } from '../judge/runError.js'
import { type RunContext, type RunOptions, silent } from './runContext.js'
import type { Scenario } from '../suite/scenario.js'
import type { Ageing, Plan } from '../evidence/evidence.js'
import { perform } from './perform.js'
import { performTimeline, resumeTimelines } from './performTimelines.js'
import { awaitReady, endWalk, preflight, walk, type Walked } from './walk.js'
import { mayCommit } from '../suite/pack.js'
import type { WalkOptions } from '../suite/acts.js'
import { cutOf, endRun, fatesOf, openStage } from './stage.js'

/** A run as everyone makes it: the command, the library and the proof. */
export interface MakeRunOptions extends Omit<RunOptions, 'plan' | 'random' | 'notes' | 'concurrency'> {
  readonly choices: PlanOptions | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly concurrency?: number | undefined
}

/**
 * Plans a run of a pack, lets its suites act, and judges what they did.
 * @throws RunError when the run cannot start; what the walk had booked by then was cancelled, or is named
 */
export async function makeRun({ choices, env, concurrency, ...options }: MakeRunOptions): Promise<Judging> {
  const { profile, registry, clock } = options
  return run({
    ...options,
    ...(concurrency !== undefined && { concurrency }),
    plan: makePlan(profile, registry, clock.now(), choices),
    walks: true,
    random: systemNonce,
    notes: uncheckedCertificates(profile, env),
  })
}

/**
 * Drives the target through every scenario that the chosen checks need, and judges what it did.
 * @throws RunError when the run cannot start: `onBreak` was told, and the walk's bookings were cancelled or are named
 */
export async function run(options: RunOptions): Promise<Judging> {
  const { profile, registry, sink, progress } = options
  const nonce = options.random.nonce()
  const plan: Plan = { ...options.plan, nonce }
  const judging = new Judging(plan, profile, registry)
  const { run, attended, close } = openStage(options, judging, nonce)
  const scenarios = chosenScenarios(judging)
  const route = options.walks === true ? walkOf(scenarios, run) : null
  const bookings = mostBookings(scenarios, judging, route)
  const began = run.clock.now()
  sink.write({ type: 'plan', plan })
  progress.plan({ checks: plan.checks.length, scenarios: scenarios.length, bookings, target: profile.target.url })
  const notes = [...(options.notes ?? [])]
  try {
    await attended(async () => {
      if (options.readyWithin !== undefined) await awaitReady({ ...run, profile }, options.readyWithin)
      if (route !== null) notes.push(...(await walk(run, route)).notes)
      else await preflight(run.session, registry, profile)
      run.signal.throwIfAborted()
      await actAll(scenarios, plan.ageing, run)
    })
  } catch (error) {
    if (!run.signal.aborted) {
      const [why = ''] = error instanceof Error ? error.message.split('\n', 1) : ['octospec itself broke']
      // Whoever has the report alone must find there what the terminal says to do.
      const remedy = error instanceof RunError ? error.remedy.replaceAll('\n', ' ') : undefined
      endRun(run, began, notes, { why, remedy })
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
 * The walk alone, as far as a run with these options would go. Nothing is judged; what it booked is cancelled.
 * @throws RunError where the run could not start
 */
export async function look(
  options: Omit<RunOptions, 'sink' | 'progress'> & Partial<Pick<RunOptions, 'progress'>>,
): Promise<Walked & Pick<Judging, 'bookings'> & { readonly cutShort: string | null; readonly mostBookings: number }> {
  const { profile, registry } = options
  const nonce = options.random.nonce()
  const judging = new Judging({ ...options.plan, nonce }, profile, registry)
  const quiet = { progress: silent, ...options, sink: { write: () => undefined } }
  const { run, attended, close } = openStage(quiet, judging, nonce)
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

/** How a run is come back to. */
type VisitOptions = Omit<RunOptions, 'plan' | 'registry'>

/**
 * Comes back to a run whose holds were left ageing, and performs the stages that are due by now. With `stays`, it
 * performs the others as well, each when it is due. `judging` has taken all of the earlier evidence.
 */
export async function settle(judging: Judging, options: VisitOptions & { readonly stays?: boolean }): Promise<void> {
  const { run, began } = await visit(judging, options, resumeTimelines, options.stays === true ? 'wait' : 'later')
  endRun(run, began, options.notes)
}

/** Comes back to a run to finish its bookings. `judging` has taken all of the earlier evidence. */
export async function finish(judging: Judging, options: VisitOptions): Promise<void> {
  const before = judging.end
  const { run } = await visit(judging, options, (own) => own.registry.acts.finishBookings(own))
  const { record } = run
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
}

async function visit(
  judging: Judging,
  options: VisitOptions,
  act: (run: RunContext) => Promise<void>,
  ageing?: Ageing,
): Promise<{ readonly run: RunContext; readonly began: number }> {
  // Keys of this visit must not be those of the first: the target would answer with the old bookings.
  const nonce = `${judging.plan.nonce}/${judging.exchanges}`
  const { run, attended, close } = openStage({ ...options, registry: judging.registry }, judging, nonce, ageing)
  const began = run.clock.now()
  try {
    await attended(() => act(run))
  } finally {
    await close()
  }
  return { run, began }
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
function inOrder(
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
  // Waiting costs least when the holds age while all else runs. With a clock they begin late: the longest go first.
  const turnOf = ({ kind }: Scenario): number => (kind === 'timeline' && ageing !== 'clock' ? -1 : 0)
  return [...scenarios].sort((a, b) => turnOf(a) - turnOf(b) || lengthOf(b) - lengthOf(a))
}
