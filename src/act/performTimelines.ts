import type { Timeline } from '../suite/scenario.js'
import { encodeTrial, reviveTrial } from '../suite/trial.js'
import type { Ageing } from '../evidence/evidence.js'
import type { Context } from '../suite/context.js'
import { finish, guarded } from './perform.js'
import type { Stagehand } from './stagehand.js'

/** A timeline under way. */
interface Underway {
  readonly scenario: Timeline
  readonly context: Context
  /** When its first stage began: milliseconds since the epoch in the target's time, moves of its test clock included. */
  readonly startedAt: number
  soFar: Readonly<Record<string, unknown>>
  next: number
  stopped: boolean
}

/** Timelines that have begun; the rest of their stages is still to come. */
export type Begun = readonly Underway[]

/**
 * The first stages, from which on time counts.
 * @param which `some may follow`: one that does not get its holds beside those of the others releases what it has, and is left out
 */
export async function beginTimelines(
  scenarios: readonly Timeline[],
  stagehand: Stagehand,
  which: 'all' | 'some may follow' = 'all',
): Promise<Begun> {
  const begun: Underway[] = []
  for (const scenario of scenarios) {
    stagehand.progress.started(scenario.id)
    const underway: Underway = {
      scenario,
      context: stagehand.registry.acts.openContext(scenario.id, stagehand),
      startedAt: targetTime(stagehand),
      soFar: {},
      next: 0,
      stopped: false,
    }
    await act(underway, stagehand)
    const { acts } = stagehand.registry
    const crowded = acts.wasCrowdedOut(scenario.id, stagehand)
    if (which !== 'all' && begun.length > 0 && crowded && !underway.stopped) await acts.cleanUp(scenario.id, stagehand)
    else begun.push(underway)
  }
  return begun
}

/** Timelines of an earlier visit, as the evidence has them. */
export function resumeTimelines(stagehand: Stagehand): Begun {
  const { judging, registry } = stagehand
  return judging.pending.flatMap(({ scenario: id, startedAt, next, data }) => {
    const scenario = registry.scenarios.get(id)
    if (scenario?.kind !== 'timeline') return []
    const soFar = reviveTrial(data, (n) => judging.exchangeOf(id, n), judging.profile)
    // A timeline's data is written by encodeTrial from an object, so an object comes back.
    return [
      {
        scenario,
        context: stagehand.registry.acts.openContext(id, stagehand),
        startedAt,
        soFar: soFar as Underway['soFar'],
        next,
        stopped: false,
      },
    ]
  })
}

/**
 * The later stages of all timelines, in the order of their moments, with the time between them passed by the target's test
 * clock, by waiting, or not at all: then what is not yet due is left as pending.
 */
export async function endTimelines(begun: Begun, ageing: Ageing, stagehand: Stagehand): Promise<void> {
  const { judging, signal } = stagehand
  for (;;) {
    const [first] = begun.filter(isOpen(judging)).sort((a, b) => due(a, judging) - due(b, judging))
    if (first === undefined || signal.aborted) break
    const arrived = await pass(first, begun, ageing, stagehand).catch((error: unknown) => {
      // What is interrupted while it waits must be closed, and its holds cancelled, like all else.
      if (signal.aborted) return false
      throw error
    })
    if (!arrived) break
    await act(first, stagehand)
  }
  for (const underway of begun) await close(underway, stagehand)
}

function targetTime({ clock, session }: Stagehand): number {
  return clock.now() + session.clockMinutes * 60_000
}

function isOpen(judging: Stagehand['judging']): (underway: Underway) => boolean {
  return (underway) => !underway.stopped && underway.next < underway.scenario.stages(judging.profile).length
}

/** When the next stage is due, in the target's time. */
function due({ scenario, startedAt, next }: Underway, judging: Stagehand['judging']): number {
  return startedAt + (scenario.stages(judging.profile)[next]?.at ?? 0) * 60_000
}

/** Lets time pass until the next stage is due; false: it is not due on this visit. */
async function pass(underway: Underway, begun: Begun, ageing: Ageing, stagehand: Stagehand): Promise<boolean> {
  const { clock, session, judging, signal, progress } = stagehand
  const missing = due(underway, judging) - targetTime(stagehand)
  if (missing <= 0) return true
  const minutes = Math.ceil(missing / 60_000)
  if (ageing === 'later') return false
  progress.waiting(minutes, underway.scenario.id, ageing)
  if (ageing === 'wait') {
    await clock.sleep(missing, signal)
    return true
  }
  const moved = await session.for(underway.scenario.id).advanceClock(minutes)
  if (moved.accepted) return true
  for (const each of begun.filter(isOpen(judging))) {
    each.stopped = true
    stagehand.record({
      type: 'stop',
      scenario: each.scenario.id,
      reason: `the target's test clock could not be moved: ${moved.describe()}`,
      remedy: 'see clock.request in the profile',
      exchange: moved.n,
    })
  }
  return false
}

/** Performs the next stage, unless its moment was missed. */
async function act(underway: Underway, stagehand: Stagehand): Promise<void> {
  const { judging } = stagehand
  const stage = underway.scenario.stages(judging.profile)[underway.next]
  if (stage === undefined) return
  underway.next += 1
  const elapsed = (targetTime(stagehand) - underway.startedAt) / 60_000
  if (stage.before !== undefined && elapsed > stage.before) return
  const went = await guarded(underway.scenario, stagehand, async () => {
    underway.soFar = { ...underway.soFar, ...(await stage.act(underway.context, underway.soFar)) }
  })
  if (!went) underway.stopped = true
}

/** Records what a timeline came to: its trial, or that it goes on later. */
async function close(underway: Underway, stagehand: Stagehand): Promise<void> {
  const { judging, record, signal } = stagehand
  const { scenario, startedAt, next, soFar } = underway
  if (isOpen(judging)(underway) && !signal.aborted) {
    record({ type: 'pending', scenario: scenario.id, startedAt, next, data: encodeTrial(soFar) })
    return
  }
  record({ type: 'trial', scenario: scenario.id, trial: 1, phase: 'stage', data: encodeTrial(soFar) })
  await guarded(scenario, stagehand, () => stagehand.registry.acts.cleanUp(scenario.id, stagehand))
  finish(scenario, stagehand)
}
