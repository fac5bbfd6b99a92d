import { setMaxListeners } from 'node:events'
import type { Profile } from '../profile/profile.js'
import type { Pack } from '../suite/pack.js'
import type { Scenario } from '../suite/scenario.js'
import { steady, type Clock } from '../client/clock.js'
import type { NonceSource } from '../client/nonce.js'
import { openTarget } from '../client/openTarget.js'
import { openWaits } from '../client/waits.js'
import type { OpenTargetOptions, TargetSession } from '../client/targetSession.js'
import type { BookingFate } from '../evidence/bookingFate.js'
import { bookingFates } from '../judge/bookingFates.js'
import type { Ageing, EvidenceLine, EvidenceSink, Plan } from '../evidence/evidence.js'
import { Judging } from '../judge/judging.js'
import { actsIn } from '../judge/actsIn.js'
import { inShard, plannedChecks } from '../judge/shard.js'
import { unmet } from '../judge/needs.js'
import { attend } from './attend.js'
import { perform } from './perform.js'
import { openAgenda } from './agenda.js'
import { passingOf, performTimeline, resumeTimelines } from './performTimelines.js'
import { awaitReady } from './awaitReady.js'
import { preflight } from './preflight.js'
import { mayCommit } from '../suite/mayCommit.js'
import type { WalkOptions } from '../suite/walk/walk.js'
import { walk, type Walked } from './walk.js'
import { silent, type Progress } from './progress.js'
import type { RunContext } from './runContext.js'
import { FirstFailure, watchFailures } from './firstFailure.js'
import { TargetLost, watch } from './watch.js'

/** What a run needs from outside. */
export interface RunOptions {
  readonly plan: Omit<Plan, 'nonce'>
  readonly profile: Profile
  readonly registry: Pack
  readonly clock: Clock
  readonly random: NonceSource
  readonly sink: EvidenceSink
  readonly progress: Progress
  /** Aborted: the run ends early, cleans up and is judged as cut short. */
  readonly signal: AbortSignal
  /** Milliseconds that its requests and the waits between them may take; two hours unless given. */
  readonly timeLimit?: number | undefined
  /** What is not as it should be with this visit, for the report. */
  readonly notes?: readonly string[]
  /** Scenarios acting and requests under way at once; `limits.concurrency` of the profile unless given. */
  readonly concurrency?: number
  readonly replay?: RunContext['replay']
  /** Asks the target for so many milliseconds at most, until it answers, before anything else. */
  readonly readyWithin?: number | undefined
  /** Walks the whole path of a booking before anything is judged, and not only its first step. */
  readonly walks?: boolean
  /** Told what was judged until then of a run that cannot go on, before that throws. */
  readonly onBreak?: (judging: Judging) => void
  /** See `Attended.ticks`. */
  readonly ticks?: Clock
  /** See `OpenTargetOptions.reuseConnections`. */
  readonly reuseConnections?: boolean
  /** See `OpenTargetOptions.through`. */
  readonly through?: OpenTargetOptions['through']
}

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
  const bookings = scenarios.reduce((sum, { bookings: most }) => sum + (most ?? 0), 0)
  const began = clock.now()
  sink.write({ type: 'plan', plan })
  progress.plan({ checks: plan.checks.length, scenarios: scenarios.length, bookings, target: profile.target.url })
  const notes = [...(options.notes ?? [])]
  try {
    await attended(async () => {
      if (options.readyWithin !== undefined)
        await awaitReady(registry, profile, run.clock, options.readyWithin, run.signal)
      if (options.walks === true) notes.push(...(await walk(run, walkOf(scenarios, run))).notes)
      else await preflight(run.session, registry, profile)
      run.signal.throwIfAborted()
      await actAll(scenarios, plan.ageing, run)
    })
  } catch (error) {
    if (!run.signal.aborted) {
      end(run, began, notes, error instanceof Error ? error.message.split('\n', 1)[0] : 'octospec itself broke')
      options.onBreak?.(judging)
      throw error
    }
  } finally {
    await close()
  }
  end(run, began, notes)
  return judging
}

/**
 * The walk alone, as far as a run with these options would go: nothing is judged, and what it booked is cancelled again.
 * @throws RunError where the run could not start
 */
export async function look(
  options: Omit<RunOptions, 'sink' | 'progress'>,
): Promise<Walked & Pick<Judging, 'bookings'> & { readonly cutShort: string | null }> {
  const { profile, registry } = options
  const nonce = options.random.nonce()
  const judging = new Judging({ ...options.plan, nonce }, profile, registry)
  const clock = steady(options.clock)
  const quiet = { sink: { write: () => undefined }, progress: silent }
  const { run, attended, close } = openStage({ ...options, ...quiet, clock }, judging, nonce)
  try {
    const route = walkOf(chosenScenarios(judging), run)
    const tried = {
      ...route,
      clockMinutes: route.clockMinutes === null ? null : tryMinutes,
      looksAround: true,
    } as const
    const walked = (await attended(() => walk(run, tried))) ?? { steps: [], notes: [] }
    return { ...walked, bookings: fatesOf(run), cutShort: cutOf(run) }
  } finally {
    await close()
  }
}

/** Far enough that ends of holds which are rounded tell whether it was done. */
const tryMinutes = 30

/** How far the walk of a run goes: no further than its scenarios do. */
function walkOf(scenarios: readonly Scenario[], { judging }: RunContext): WalkOptions {
  const { plan, profile } = judging
  return {
    books: scenarios.some(({ bookings = 0 }) => bookings > 0),
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
  end(run, began, options.notes)
  return judging
}

/**
 * Comes back to a run to finish its bookings, whatever kept the run from doing that: it was killed, the target did not answer, or
 * nobody came to settle it. `judging` has taken all of the earlier evidence.
 */
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
    const reason = 'its holds were cancelled before it was settled'
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

type StageOptions = Omit<RunOptions, 'plan'>

function openStage(
  options: StageOptions,
  judging: Judging,
  nonce: string,
  ageing: Ageing = judging.plan.ageing,
): {
  run: RunContext
  attended: <Result>(work: () => Promise<Result>) => Promise<Result | null>
  close: () => Promise<void>
} {
  const { profile, registry, sink, progress, concurrency = profile.limits.concurrency } = options
  const waits = openWaits()
  const clock: Clock = { ...options.clock, sleep: (...asked) => waits.during(options.clock.sleep(...asked)) }
  const cut = new AbortController()
  const enough = new AbortController()
  const cuts = AbortSignal.any([options.signal, cut.signal])
  const signal = AbortSignal.any([cuts, enough.signal])
  // Each request that is under way listens to them.
  setMaxListeners(0, signal, cuts)
  const failed = judging.plan.failFast === true ? watchFailures(judging) : () => null
  const record: RunContext['record'] = (line) => {
    const clean = withoutSecrets(line, session.redacted)
    sink.write(clean)
    const said = judging.take(clean)
    const first = signal.aborted ? null : failed(clean)
    if (first !== null) enough.abort(new FirstFailure(first))
    return said
  }
  const look = watch(profile, registry, options.timeLimit)
  const session = openTarget({
    service: registry,
    profile,
    clock,
    random: { nonce: () => nonce },
    signal,
    cuts,
    waits,
    concurrency,
    commits: mayCommit(profile, judging.plan),
    recorded: judging.lastNumber,
    earlier: judging.books.entries(),
    ...(options.reuseConnections !== undefined && { reuseConnections: options.reuseConnections }),
    ...(options.through !== undefined && { through: options.through }),
    onIntent: (exchange) => record({ type: 'intent', exchange }),
    onExchange: (exchange) => {
      record({ type: 'exchange', exchange })
      progress.request(judging.exchanges)
      const lost = look(exchange)
      if (lost !== null) cut.abort(new TargetLost(lost))
    },
  })
  const run: RunContext = {
    session,
    judging,
    registry,
    clock,
    signal,
    progress,
    shared: registry.acts.openShared(),
    // Scenarios that take things from each other act in turn.
    agenda: openAgenda(
      registry.acts.inTurn(profile) ? 1 : concurrency,
      passingOf(ageing, { session, clock, signal, progress }, (minutes, move) =>
        registry.acts.seeMove === undefined ? move() : registry.acts.seeMove(run, minutes, move),
      ),
    ),
    replay: options.replay ?? null,
    record,
  }
  return {
    run,
    attended: (work) => attend({ run, waits, cut, ticks: options.ticks }, work),
    close: () => session.close(),
  }
}

function fatesOf({ session, judging, clock, registry }: RunContext): readonly BookingFate[] {
  return bookingFates(session.bookings, registry, judging.profile, clock.now() + session.clockMinutes * 60_000)
}

/** What broke, or why a scenario stopped, may be told in words that hold a secret. All else is made of redacted answers. */
function withoutSecrets(line: EvidenceLine, text: TargetSession['redacted']): EvidenceLine {
  if (line.type === 'crash') return { ...line, message: text(line.message) }
  if (line.type === 'stop') return { ...line, reason: text(line.reason), remedy: text(line.remedy) }
  return line.type === 'end' && line.why !== undefined ? { ...line, why: text(line.why) } : line
}

/** A target that limits requests and does not say how: once for all of them. */
function paceNote(slowedTo: number | null): readonly string[] {
  if (slowedTo === null) return []
  const rate = Math.max(1, Math.round(slowedTo))
  return [
    `the target answered 429 without Retry-After, so the run went on with ${rate} requests a second: set limits.requestsPerSecond in the profile to what it allows`,
  ]
}

/** Why a run was cut short; null: it was not. */
function cutOf({ signal }: RunContext): string | null {
  if (!signal.aborted) return null
  const reason: unknown = signal.reason
  return reason instanceof Error ? reason.message : 'the run was interrupted'
}

/** @param broke what kept the run from going on */
function end(run: RunContext, began: number, notes: readonly string[] = [], broke?: string): void {
  const { record, judging, session, signal, clock } = run
  const said = [...notes, ...paceNote(session.slowedTo)]
  record({ type: 'bookings', bookings: fatesOf(run) })
  const reason: unknown = signal.reason
  const why = cutOf(run) ?? broke
  record({
    type: 'end',
    reason: why === undefined ? 'complete' : reason instanceof FirstFailure ? 'first-failure' : 'aborted',
    ...(why !== undefined && { why }),
    ...(reason instanceof TargetLost && { since: reason.since }),
    ...(reason instanceof FirstFailure && { check: reason.check }),
    // The clock of the machine may have been set back meanwhile.
    durationMs: Math.max(0, clock.now() - began),
    requests: judging.exchanges,
    ...(said.length > 0 && { notes: said }),
  })
}

/**
 * Scenarios that a chosen check needs and that this profile allows. A sweep judges whatever is sent; chosen by `--only`, it
 * needs the scenarios of its own chapter and of the operations that it looks at.
 */
export function chosenScenarios(judging: Pick<Judging, 'plan' | 'profile' | 'registry'>): readonly Scenario[] {
  const { plan, profile, registry } = judging
  // What looks on is judged once the shards are merged, but what it looks at happens in them.
  const ids = plan.shard === undefined ? plan.checks : plannedChecks(registry, { only: plan.only, effort: plan.effort })
  const checks = ids.flatMap((id) => registry.checks.get(id) ?? [])
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
      inShard(registry, scenario.id, plan.shard) &&
      actsIn(plan.effort, scenario.id, registry) &&
      unmet(judging.registry, profile, scenario, null, plan) === null &&
      (everything || wanted.has(scenario.id) || chapters.has(chapterOf(scenario.id))),
  )
}

function chapterOf(id: string): string {
  return id.split('.', 1)[0] ?? id
}

async function actAll(scenarios: readonly Scenario[], ageing: Ageing, run: RunContext): Promise<void> {
  const act = (scenario: Scenario): Promise<void> =>
    scenario.kind === 'timeline' ? performTimeline(scenario, ageing, run) : perform(scenario, run)
  try {
    const all = inOrder(scenarios, ageing, run).map(act)
    // Whatever breaks one of them, what the others book by their end must be in the report.
    await Promise.allSettled(all)
    await Promise.all(all)
  } finally {
    await run.registry.acts.cleanUpRest(run)
  }
}

/** The longest first, so that none of them is left to act alone at the end; or those first that find most, where one failure is enough. */
function inOrder(
  scenarios: readonly Scenario[],
  ageing: Ageing,
  { judging, registry }: RunContext,
): readonly Scenario[] {
  const failFast = judging.plan.failFast === true
  const ranks = new Map(registry.ranking.scenarios.map(({ id, requests }, rank) => [id, { rank, requests }]))
  const rankOf = ({ id }: Scenario): number => ranks.get(id)?.rank ?? ranks.size
  /** Into how many parts what it sends is divided: side by side, or the first stage of a timeline and all that come later. */
  const partsOf = (scenario: Scenario): number => {
    if (scenario.kind === 'property' && scenario.apart === true) return scenario.edges(judging.profile).length
    return scenario.kind === 'timeline' ? 2 : 1
  }
  const lengthOf = (scenario: Scenario): number =>
    (ranks.get(scenario.id)?.requests ?? 0) / Math.max(1, partsOf(scenario))
  const isFirst = failFast ? rankOf : (scenario: Scenario): number => -lengthOf(scenario)
  // Waiting costs least when the holds age while all else runs. By a clock they begin late: what is slow must not be too late for them.
  const late = failFast ? 1 : 0
  const turnOf = ({ kind }: Scenario): number => (kind !== 'timeline' ? 0 : ageing === 'clock' ? late : -1)
  return [...scenarios].sort((a, b) => turnOf(a) - turnOf(b) || isFirst(a) - isFirst(b))
}
