import type { Pack } from '../suite/pack.js'
import type { Clock } from '../wire/clock.js'
import type { TargetSession } from '../wire/target.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import type { Judging } from '../judge/judging.js'
import type { Agenda } from './agenda.js'
import type { Progress } from './progress.js'

/** What the parts of a run share: where scenarios act, where evidence goes, and who judges it meanwhile. */
export interface RunContext {
  readonly session: TargetSession
  readonly judging: Judging
  readonly registry: Pack
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly progress: Progress
  readonly shared: object
  readonly agenda: Agenda
  /** The scenario whose value is tried again, and the path to it: `--only … --seed SEED:PATH`. */
  readonly replay: { readonly scenario: string; readonly path: string } | null
  readonly record: (line: EvidenceLine) => ReturnType<Judging['take']>
}
