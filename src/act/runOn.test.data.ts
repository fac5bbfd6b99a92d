import type { Profile } from '../profile/profile.js'
import type { Pack } from '../suite/pack.js'
import { testClock, type TestClock } from '../wire/testClock.test.data.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import type { Judging } from '../judge/judging.js'
import { makePlan, type PlanOptions } from '../judge/plan.js'
import { type RunOptions, silent } from './runContext.js'
import { run } from './run.js'

export interface Ran {
  readonly judging: Judging
  /** All that a later visit needs. */
  readonly options: RunOptions
  readonly clock: TestClock
  readonly lines: readonly EvidenceLine[]
  readonly last: EvidenceLine | undefined
}

/** Runs everything in the registry on the target of the profile, on a clock that stands still. */
export async function runOn(
  profile: Profile,
  registry: Pack,
  more: Partial<Omit<RunOptions, 'plan'>> & { readonly plan?: PlanOptions; readonly clock?: TestClock } = {},
): Promise<Ran> {
  const { clock = testClock() } = more
  const lines: EvidenceLine[] = []
  const options: RunOptions = {
    profile,
    registry,
    random: { nonce: () => '0123456789abcdef' },
    sink: { write: (line) => void lines.push(line) },
    progress: silent,
    signal: new AbortController().signal,
    ...more,
    clock,
    plan: makePlan(profile, registry, clock.now(), more.plan),
  }
  const judging = await run(options)
  return { judging, options, clock, lines, last: lines.at(-1) }
}
