import { systemClock, type Clock } from '../wire/clock.js'
import type { Waits } from '../wire/limiter.js'
import type { RunContext } from './runContext.js'

/** Milliseconds from one look at a run to the next. */
const betweenLooks = 1000
/** A run stands still when so many looks in a row find nothing under way; fewer, once it was told to end. */
const patience = { usual: 10, ending: 2 } as const

/** Ends a run that would never end: nothing that it waits for goes on by itself. */
export class Standstill extends Error {
  override readonly name = 'Standstill'

  constructor(scenarios: readonly string[]) {
    const open = scenarios.length === 0 ? '' : ` (${scenarios.join(', ')})`
    super(
      `octospec stood still: nothing was under way for ${(patience.usual * betweenLooks) / 1000} s, and yet scenarios had not ended${open}; please report it, and go on with --only for the others`,
    )
  }
}

export interface Attended {
  readonly run: RunContext
  readonly waits: Waits
  readonly cut: AbortController
  /** By whose seconds it is looked at: those of the machine, whatever time the run itself goes by. */
  readonly ticks?: Clock | undefined
}

/**
 * Does what a visit to a target is for. Should it wait for something that never comes, by a mistake of ours, it is told to end, and what
 * it has booked is cancelled all the same.
 * @returns null: it stood still
 */
export async function attend<Result>(attended: Attended, work: () => Promise<Result>): Promise<Result | null> {
  const done = await unlessStill(attended, work)
  if (done !== null) return done.result
  const { run, cut } = attended
  const { times, scenarios } = run.judging
  const begun = [...times.keys()].filter((id) => run.registry.scenarios.has(id))
  cut.abort(new Standstill(begun.filter((id) => scenarios.get(id)?.done !== true)))
  await unlessStill(attended, () => endAll(run))
  return null
}

/** @returns null: it has not ended, and never will */
async function unlessStill<Result>(
  { run: { signal }, waits, ticks = systemClock }: Attended,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  const over = new AbortController()
  const standsStill = async (): Promise<null> => {
    let before = waits.begun
    for (let still = 0; still < (signal.aborted ? patience.ending : patience.usual);) {
      await ticks.sleep(betweenLooks, over.signal)
      still = waits.underWay === 0 && waits.begun === before ? still + 1 : 0
      before = waits.begun
    }
    return null
  }
  try {
    return await Promise.race([work().then((result) => ({ result })), standsStill()])
  } finally {
    over.abort()
  }
}

/** Who made something will not end it any more. What cannot be ended is named in the report, so no fault in one of them is in the way of the others. */
async function endAll(run: RunContext): Promise<void> {
  const { session, registry } = run
  const makers = new Set(session.bookings.map(({ scenario }) => scenario))
  await Promise.allSettled([...makers].map((scenario) => registry.acts.cleanUp(scenario, run)))
  await registry.acts.cleanUpRest(run)
}
