import type { FleetRun } from '../fleet/fleetIndex.js'
import type { PlanOptions } from '../judge/makePlan.js'
import type { Shard } from '../fleet/shard.js'

/** What {@link runFleet} runs, and how. */
export interface RunFleetOptions extends Pick<PlanOptions, 'effort' | 'seed' | 'only' | 'strict'> {
  /** Path of the file that lists the targets. */
  readonly fleet: string
  /** Folder of the fleet: what it has is gone on with. */
  readonly out: string
  /** Targets at once; 4 unless given. Those of one address are never run at once. */
  readonly concurrency?: number
  /** Only the targets of one shard are run, and no index is written: `mergeFleets` makes it of all. */
  readonly shard?: Shard
  /** Begins anew, also where the pass before was not brought to its end. */
  readonly anew?: boolean
  /** Runs of each target whose files are kept; 10 unless given. */
  readonly keep?: number
  /** Milliseconds that the run of one target may take. */
  readonly timeLimit?: number
  /** Formats of the reports; HTML unless given. */
  readonly formats?: readonly string[]
  /** What targets without an `envFile` see; the environment of the process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Folder that paths are relative to; that of the process unless given. */
  readonly cwd?: string
  /** Aborted: what is under way ends early and cleans up; the next call goes on from there. */
  readonly signal?: AbortSignal
  readonly onProgress?: (said: FleetProgress) => void
}

/** What is told while a fleet is run. */
export type FleetProgress =
  | { readonly kind: 'begin'; readonly targets: number; readonly done: number; readonly startedAt: string }
  | { readonly kind: 'run'; readonly target: string; readonly run: FleetRun }
  /** Something that a person should know of a target, without a secret. */
  | { readonly kind: 'note'; readonly target: string; readonly text: string }
