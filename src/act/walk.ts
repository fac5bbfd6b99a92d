import { NoToken } from '../wire/tokens.js'
import { Stop } from '../wire/stop.js'
import { NoSuchDay, WrongTemplate } from '../wire/bind.js'
import type { LedgerEntry } from '../wire/service.js'
import type { Answer } from '../wire/answer.js'
import { RunError } from '../judge/runError.js'
import type { Lack, WalkOptions } from '../suite/walk/walk.js'
import { WalkFault } from '../suite/walk/walkFault.js'
import type { RunContext } from './runContext.js'
import { walkPage } from './walkPage.js'

/** The scenario that the exchanges of the walk carry. */
const walkId = 'walk'

export interface WalkStep {
  readonly name: string
  readonly answer: Answer
  readonly ifRefused?: string
}

export interface Walked {
  readonly steps: readonly WalkStep[]
  readonly notes: readonly string[]
  readonly lacks: readonly Lack[]
}

/**
 * Walks the path of a booking once, before anything is judged, by the steps that the pack has for it. What fails in a way that can only
 * be the address, the credentials or the profile ends the run with one page; whatever else fails is the run's to judge.
 * What it booked is for the caller to end (`endWalk`), unless it throws.
 * @throws RunError for that, and for a target that does not answer
 */
export async function walk(run: RunContext, options: WalkOptions): Promise<Walked> {
  const { session, judging, registry, record, shared } = run
  const steps: WalkStep[] = []
  const notes: string[] = []
  const lacks: Lack[] = []
  try {
    await registry.acts.walk.path({
      ...options,
      target: session.for(walkId),
      profile: judging.profile,
      shared,
      async step(name, sent, ifRefused) {
        const answer = await sent
        const means = answer.refused ? ifRefused?.(answer) : null
        steps.push({ name, answer, ...(typeof means === 'string' && { ifRefused: means }) })
        return answer
      },
      note: (text) => void notes.push(text),
      lacks: (lack) => void lacks.push(lack),
    })
  } catch (error) {
    if (error instanceof WalkFault) throw await told(error, run)
    await endWalk(run)
    if (error instanceof NoToken || error instanceof WrongTemplate || error instanceof NoSuchDay)
      throw new RunError(error.code, error.message, error.remedy)
    // A limit of the profile, an answer that was lost on the way, or the end of it all: what could be walked was.
    if (!(error instanceof Stop) && !run.signal.aborted) throw error
  }
  if (run.signal.aborted) await endWalk(run)
  record({ type: 'done', scenario: walkId })
  // Some are sent side by side.
  return { steps: steps.toSorted((a, b) => a.answer.n - b.answer.n), notes, lacks }
}

/** Ends what the walk booked; nothing needs to wait for that. */
export function endWalk(run: RunContext): Promise<void> {
  return run.registry.acts.cleanUp(walkId, run)
}

/** The page, once all that can be ended is. */
async function told({ stop }: WalkFault, run: RunContext): Promise<RunError> {
  const { session, judging, registry, clock } = run
  const { profile } = judging
  const ended = await registry.acts.walk.endAny(stop.ids ?? [], session.for(walkId, { always: true }), profile)
  await endWalk(run)
  const remains = (entry: LedgerEntry): string =>
    entry.id === null && ended.length > 0
      ? 'nothing'
      : registry.bookings.remains(registry.bookings.fateOf(entry, profile, clock.now()).fate)
  const own = session.bookings.filter(({ scenario }) => scenario === walkId)
  const over = own.filter((entry) => remains(entry) === 'nothing').flatMap(({ id }) => id ?? [])
  const left = own.filter((entry) => remains(entry) !== 'nothing')
  const page = walkPage(
    stop,
    left.map((entry) => ({ ...entry, endsByItself: entry.id === null || remains(entry) === 'for-now' })),
    [...new Set([...over, ...ended])],
  )
  return new RunError(stop.code, page, stop.remedy)
}
