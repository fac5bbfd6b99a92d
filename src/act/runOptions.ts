import type { Profile } from '../profile/profile.js'
import type { Pack } from '../suite/pack.js'
import type { Clock } from '../wire/clock.js'
import type { NonceSource } from '../wire/marker.js'
import type { OpenTargetOptions } from '../wire/target.js'
import type { EvidenceSink, Plan } from '../evidence/evidence.js'
import type { Judging } from '../judge/judging.js'
import type { Progress } from './progress.js'
import type { RunContext } from './runContext.js'

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
