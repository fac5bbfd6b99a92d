import { limitConcurrency } from './limitConcurrency.js'
import type { Profile } from '../profile/profile.js'
import type { Pack } from '../suite/pack.js'
import type { OneShot, PropertyScenario, Scenario, Timeline } from '../suite/scenario.js'
import { steady, type Clock } from '../client/clock.js'
import type { NonceSource } from '../client/nonce.js'
import { openTarget, type TargetSession } from '../client/openTarget.js'
import type { BookingFate } from '../evidence/bookingFate.js'
import { bookingFates } from '../judge/bookingFates.js'
import type { Ageing, EvidenceLine, EvidenceSink, Plan } from '../evidence/evidence.js'
import { Judging } from '../judge/judging.js'
import { unmet } from '../judge/needs.js'
import { finishBookings } from './finishBookings.js'
import { perform } from './perform.js'
import { beginTimelines, endTimelines, resumeTimelines } from './performTimelines.js'
import { preflight } from './preflight.js'
import type { Progress } from './progress.js'
import type { Stagehand } from './stagehand.js'
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
  /** What is not as it should be with this visit, for the report. */
  readonly notes?: readonly string[]
  /** Scenarios acting at once; `limits.concurrency` of the profile unless given. */
  readonly concurrency?: number
  readonly replay?: Stagehand['replay']
  /** Told what was judged until then of a run that cannot go on, before that throws. */
  readonly onBreak?: (judging: Judging) => void
  /** See `OpenTargetOptions.reuseConnections`. */
  readonly reuseConnections?: boolean
}

/**
 * Drives the target through every scenario that the chosen checks need, and judges what it did.
 * @throws RunError when the run cannot start; then no booking was made, and `onBreak` was told.
 */
export async function run(options: RunOptions): Promise<Judging> {
  const { profile, registry, sink, progress } = options
  const clock = steady(options.clock)
  const nonce = options.random.nonce()
  const plan: Plan = { ...options.plan, nonce }
  const judging = new Judging(plan, profile, registry)
  const { stagehand, close } = openStage({ ...options, clock }, judging, nonce)
  const scenarios = chosenScenarios(judging)
  const bookings = scenarios.reduce((sum, { bookings: most }) => sum + (most ?? 0), 0)
  const began = clock.now()
  sink.write({ type: 'plan', plan })
  progress.plan({ checks: plan.checks.length, scenarios: scenarios.length, bookings, target: profile.target.url })
  try {
    await preflight(stagehand.session, profile)
    await actAll(scenarios, plan.ageing, stagehand, options.concurrency ?? profile.limits.concurrency)
  } catch (error) {
    if (!stagehand.signal.aborted) {
      end(stagehand, began, options.notes, error instanceof Error ? error.message : 'octospec itself broke')
      options.onBreak?.(judging)
      throw error
    }
  } finally {
    await close()
  }
  end(stagehand, began, options.notes)
  return judging
}

/**
 * Comes back to a run whose holds were left ageing, and performs the stages that are due by now.
 * `judging` has taken all of the earlier evidence.
 */
export async function settle(judging: Judging, options: Omit<RunOptions, 'plan' | 'registry'>): Promise<Judging> {
  const clock = steady(options.clock)
  const began = clock.now()
  const { stagehand, close } = openStage(
    { ...options, clock, registry: judging.registry },
    judging,
    // Keys of this visit must not be those of the first: the target would answer with the old bookings.
    `${judging.plan.nonce}/${judging.exchanges}`,
  )
  try {
    await endTimelines(resumeTimelines(stagehand), 'later', stagehand)
  } finally {
    await close()
  }
  end(stagehand, began, options.notes)
  return judging
}

/**
 * Comes back to a run to finish its bookings, whatever kept the run from doing that: it was killed, the target did not answer, or
 * nobody came to settle it. `judging` has taken all of the earlier evidence.
 */
export async function finish(judging: Judging, options: Omit<RunOptions, 'plan' | 'registry'>): Promise<Judging> {
  const before = judging.end
  const { stagehand, close } = openStage(
    { ...options, clock: steady(options.clock), registry: judging.registry },
    judging,
    `${judging.plan.nonce}/${judging.exchanges}`,
  )
  const { record } = stagehand
  try {
    await finishBookings(stagehand)
  } finally {
    await close()
  }
  for (const { scenario } of judging.pending) {
    const reason = 'its holds were cancelled before it was settled'
    record({ type: 'stop', scenario, reason, remedy: 'run it again, and settle it', exchange: null })
    record({ type: 'done', scenario })
  }
  record({ type: 'bookings', bookings: fatesOf(stagehand) })
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
): { stagehand: Stagehand; close: () => Promise<void> } {
  const { profile, registry, clock, sink, progress } = options
  const cut = new AbortController()
  const signal = AbortSignal.any([options.signal, cut.signal])
  const record: Stagehand['record'] = (line) => {
    const clean = withoutSecrets(line, session.redacted)
    sink.write(clean)
    return judging.take(clean)
  }
  const look = watch(profile)
  const session = openTarget({
    profile,
    clock,
    random: { nonce: () => nonce },
    signal,
    recorded: judging.lastNumber,
    earlier: judging.books.entries(),
    ...(options.reuseConnections !== undefined && { reuseConnections: options.reuseConnections }),
    onIntent: (exchange) => record({ type: 'intent', exchange }),
    onExchange: (exchange) => {
      record({ type: 'exchange', exchange })
      progress.request(judging.exchanges)
      const lost = look(exchange)
      if (lost !== null) cut.abort(new TargetLost(lost))
    },
  })
  const shared = { takenSlots: new Map<string, string>(), holdsKept: 0 }
  const stagehand = {
    session,
    judging,
    registry,
    clock,
    signal,
    progress,
    shared,
    replay: options.replay ?? null,
    record,
  }
  return { stagehand, close: () => session.close() }
}

function fatesOf({ session, judging, clock }: Stagehand): readonly BookingFate[] {
  return bookingFates(session.bookings, judging.profile, clock.now() + session.clockMinutes * 60_000)
}

/** What broke, or why a scenario stopped, may be told in words that hold a secret. All else is made of redacted answers. */
function withoutSecrets(line: EvidenceLine, text: TargetSession['redacted']): EvidenceLine {
  if (line.type === 'crash') return { ...line, message: text(line.message) }
  if (line.type === 'stop') return { ...line, reason: text(line.reason), remedy: text(line.remedy) }
  return line.type === 'end' && line.why !== undefined ? { ...line, why: text(line.why) } : line
}

/** @param broke what kept the run from going on */
function end(stagehand: Stagehand, began: number, notes: readonly string[] = [], broke?: string): void {
  const { record, judging, signal, clock } = stagehand
  record({ type: 'bookings', bookings: fatesOf(stagehand) })
  const reason: unknown = signal.reason
  const why = signal.aborted ? (reason instanceof Error ? reason.message : 'the run was interrupted') : broke
  record({
    type: 'end',
    reason: why === undefined ? 'complete' : 'aborted',
    ...(why !== undefined && { why }),
    ...(reason instanceof TargetLost && { since: reason.since }),
    // The clock of the machine may have been set back meanwhile.
    durationMs: Math.max(0, clock.now() - began),
    requests: judging.exchanges,
    ...(notes.length > 0 && { notes }),
  })
}

/**
 * Scenarios that a chosen check needs and that this profile allows. A sweep judges whatever is sent; chosen by `--only`, it
 * needs the scenarios of its own chapter and of the operations that it looks at.
 */
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
      unmet(judging.registry, profile, scenario, null, plan) === null &&
      (everything || wanted.has(scenario.id) || chapters.has(chapterOf(scenario.id))),
  )
}

function chapterOf(id: string): string {
  return id.split('.', 1)[0] ?? id
}

async function actAll(
  scenarios: readonly Scenario[],
  ageing: Ageing,
  stagehand: Stagehand,
  concurrency: number,
): Promise<void> {
  const timelines = scenarios.filter((scenario): scenario is Timeline => scenario.kind === 'timeline')
  const others = scenarios.filter((scenario): scenario is OneShot | PropertyScenario => scenario.kind !== 'timeline')
  // Waiting costs least when the holds age while all else runs.
  const early = ageing === 'clock' ? null : await beginTimelines(timelines, stagehand)
  const exclusive = stagehand.judging.profile.availability.exclusive
  await limitConcurrency(
    exclusive ? 1 : concurrency,
    others.filter(({ alone }) => alone !== true),
    (scenario) => performUnlessCut(scenario, stagehand),
  )
  for (const scenario of others.filter(({ alone }) => alone === true)) await performUnlessCut(scenario, stagehand)
  // What moves the clock comes last, when nothing else is under way. Of a run that was cut short meanwhile, what has begun is closed.
  const late = early !== null || stagehand.signal.aborted ? [] : await beginTimelines(timelines, stagehand)
  await endTimelines(early ?? late, ageing, stagehand)
}

async function performUnlessCut(scenario: OneShot | PropertyScenario, stagehand: Stagehand): Promise<void> {
  if (!stagehand.signal.aborted) await perform(scenario, stagehand)
}
