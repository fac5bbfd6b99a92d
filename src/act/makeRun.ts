import { systemNonce } from '../wire/marker.js'
import { uncheckedCertificates } from '../wire/network.js'
import type { Judging } from '../judge/judging.js'
import { makePlan, type PlanOptions } from '../judge/makePlan.js'
import { run } from './run.js'
import type { RunOptions } from './runOptions.js'

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
