import type { Pack } from '../suite/pack.js'
import type { Clock } from '../client/clock.js'
import type { TargetSession } from '../client/openTarget.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import type { Judging } from '../judge/judging.js'
import type { Progress } from './progress.js'

/** What scenarios of a run take from each other. */
export interface Shared {
  /** Availabilities that were handed out, and the scenario that has each; matters where one can be held only once. */
  readonly takenSlots: Map<string, string>
  /** How many cancellations of holds the target refused so far. */
  holdsKept: number
}

/** What the parts of a run share: where scenarios act, where evidence goes, and who judges it meanwhile. */
export interface Stagehand {
  readonly session: TargetSession
  readonly judging: Judging
  readonly registry: Pack
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly progress: Progress
  readonly shared: Shared
  /** `scenario:path` of `--replay`, split. */
  readonly replay: { readonly scenario: string; readonly path: string } | null
  /** Writes a line of evidence and has it judged. */
  readonly record: (line: EvidenceLine) => ReturnType<Judging['take']>
}
