import type { Answer } from '../wire/answer.js'
import { Stop } from '../wire/stop.js'
import { ClockFault } from '../wire/targetTime.js'
import type { Context, Stage, Timeline } from '../suite/scenario.js'
import { encodeTrial, reviveTrial } from '../suite/trial.js'
import type { Ageing } from '../evidence/evidence.js'
import type { Arrival, Passing } from './agenda.js'
import { guarded, inPlace } from './perform.js'
import { nowIn, type RunContext } from './runContext.js'

interface Underway {
  readonly scenario: Timeline
  readonly context: Context
  /** Start of its first stage: milliseconds since the epoch in the target's time, moves of its test clock included. */
  readonly startedAt: number
  /** How far the test clock had been moved then, in minutes; null: before this visit. */
  readonly startedMoved: number | null
  soFar: Readonly<Record<string, unknown>>
  next: number
  stopped: boolean
}

/**
 * Lets a timeline act from its first stage on, from which time counts.
 * @param ageing `clock`: one without its holds beside others releases what it has, and begins anew after them
 */
export async function performTimeline(scenario: Timeline, ageing: Ageing, run: RunContext): Promise<void> {
  const { agenda, registry, progress, signal } = run
  await inPlace(run, async () => {
    if (signal.aborted) return null
    progress.started(scenario.id)
    const underway = await begin(scenario, run)
    const crowded = registry.acts.wasCrowdedOut(scenario.id, run, agenda.isAlone)
    if (ageing !== 'clock' || !crowded || signal.aborted) return goOn(underway, run)
    await guarded(scenario, run, () => registry.acts.cleanUp(scenario.id, run))
    await agenda.follow()
    return goOn(signal.aborted ? underway : await begin(scenario, run), run)
  })
}

export async function resumeTimelines(run: RunContext): Promise<void> {
  await Promise.all(pendingOf(run).map((underway) => inPlace(run, () => goOn(underway, run))))
}

/**
 * How time passes on a visit: by the target's test clock, by waiting, or not at all.
 * @param see looks on at the first move of the clock, and throws where it is not as far as it was meant
 */
export function passingOf(
  ageing: Ageing,
  { session, clock, signal, progress }: Pick<RunContext, 'session' | 'clock' | 'signal' | 'progress'>,
  see: (minutes: number, move: () => Promise<Answer>) => Promise<Answer> = (_, move) => move(),
): Passing {
  const now = (): number => nowIn({ clock, session })
  let first: Stop | 'to come' | 'seen' = 'to come'
  const move = async (minutes: number, scenario: string): Promise<Arrival> => {
    if (first instanceof Stop) return first
    const advance = (): Promise<Answer> => session.for(scenario).advanceClock(minutes)
    const moved = await (first === 'seen' ? advance() : see(minutes, advance))
    if (moved.accepted) {
      first = 'seen'
      return 'due'
    }
    return new Stop(
      `the target's test clock could not be moved: ${moved.describe()}`,
      'see clock.request in the profile',
      moved.n,
    )
  }
  const pass = async (moment: number, scenario: string): Promise<Arrival> => {
    if (ageing === 'later' || signal.aborted) return 'later'
    const missing = moment - now()
    const minutes = Math.ceil(missing / 60_000)
    progress.waiting(minutes, scenario, ageing)
    if (ageing === 'wait') {
      await clock.sleep(missing, signal)
      return 'due'
    }
    return move(minutes, scenario).catch((error: unknown) => {
      if (!(error instanceof Stop)) throw error
      // What it counts in it counts in from then on, too.
      if (error instanceof ClockFault) first = error
      return error
    })
  }
  return {
    now,
    pass: (moment, scenario) =>
      pass(moment, scenario).catch((error: unknown) => {
        // What is interrupted while it waits must be closed, and its holds cancelled, like all else.
        if (signal.aborted) return 'later'
        throw error
      }),
  }
}

async function begin(scenario: Timeline, run: RunContext): Promise<Underway> {
  const { registry, session } = run
  const underway: Underway = {
    scenario,
    context: registry.acts.openContext(scenario.id, run),
    startedAt: nowIn(run),
    startedMoved: session.clockMinutes,
    soFar: {},
    next: 0,
    stopped: false,
  }
  await act(underway, run)
  return underway
}

function pendingOf(run: RunContext): readonly Underway[] {
  const { judging, registry } = run
  return judging.pending.flatMap(({ scenario: id, startedAt, next, data }) => {
    const scenario = registry.scenarios.get(id)
    if (scenario?.kind !== 'timeline') return []
    const context = registry.acts.openContext(id, run)
    // A timeline's data is written by encodeTrial from an object, so an object comes back.
    const soFar = reviveTrial(data, (n, by) => judging.answerOf(id, n, by)) as Underway['soFar']
    return [{ scenario, context, startedAt, startedMoved: null, soFar, next, stopped: false }]
  })
}

/** The later stages, each at its moment; one not due on this visit stays pending. @returns it, where it has ended */
async function goOn(underway: Underway, run: RunContext): Promise<Timeline | null> {
  const { judging, signal, agenda } = run
  const { scenario } = underway
  const went = await guarded(scenario, run, async () => {
    while (isOpen(underway, judging) && !signal.aborted) {
      const when = nextOf(underway, run)?.orLater ? 'any time later' : 'then'
      const moment = due(underway, run)
      // What is due already need not give its place up for that.
      const arrival = moment() <= nowIn(run) ? 'due' : await agenda.until(moment, scenario.id, when)
      if (arrival instanceof Stop) throw arrival
      if (arrival === 'later') break
      await act(underway, run)
    }
  })
  if (!went) underway.stopped = true
  return close(underway, run) ? scenario : null
}

function isOpen({ scenario, next, stopped, soFar }: Underway, { profile }: RunContext['judging']): boolean {
  return !stopped && next < scenario.stages(profile, soFar).length
}

function due(underway: Underway, run: RunContext): () => number {
  const { startedAt, startedMoved } = underway
  const { clock, session, judging } = run
  const stage = nextOf(underway, run)
  const at = stage?.at ?? 0
  if (judging.plan.ageing !== 'clock' || startedMoved === null || stage?.before !== undefined)
    return () => startedAt + at * 60_000
  return () => clock.now() + Math.max(session.clockMinutes, startedMoved + at) * 60_000
}

function nextOf({ scenario, next, soFar }: Underway, { judging }: RunContext): Stage | undefined {
  return scenario.stages(judging.profile, soFar)[next]
}

/** Performs the next stage, unless its moment was missed. */
async function act(underway: Underway, run: RunContext): Promise<void> {
  const stage = nextOf(underway, run)
  if (stage === undefined) return
  underway.next += 1
  const elapsed = (nowIn(run) - underway.startedAt) / 60_000
  if (stage.before !== undefined && elapsed > stage.before) return
  const went = await guarded(underway.scenario, run, async () => {
    underway.soFar = { ...underway.soFar, ...(await stage.act(underway.context, underway.soFar)) }
  })
  if (!went) underway.stopped = true
}

/** Records what a timeline came to: its trial, or that it goes on later. @returns whether it has ended */
function close(underway: Underway, run: RunContext): boolean {
  const { judging, record, signal } = run
  const { scenario, startedAt, next, soFar, stopped } = underway
  if (isOpen(underway, judging) && !signal.aborted) {
    record({ type: 'pending', scenario: scenario.id, startedAt, next, data: encodeTrial(soFar) })
    return false
  }
  // Of what stopped before it came to anything, why it stopped says more than any judge could.
  if (!stopped || Object.keys(soFar).length > 0)
    record({ type: 'trial', scenario: scenario.id, trial: 1, phase: 'stage', data: encodeTrial(soFar) })
  return true
}
