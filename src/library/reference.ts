import { pathToFileURL } from 'node:url'
import { pack } from '../pack.js'
import type { ReferenceChoice, RunningReference } from '../suite/referenceService.js'
import { specFile } from '../contract/specFile.js'
import type { Proof, ProofRow } from '../proof/proof.js'
import { chosenTasks, proofTasks, prove } from '../proof/prove.js'

/**
 * Starts the reference service: the documented service itself, as `octospec serve` does.
 * @throws an error: `E_UNKNOWN_NAME` for an unknown fault, variant or dialect; the system's if it cannot listen
 */
export function startReference(options: ReferenceChoice = {}): Promise<RunningReference> {
  return pack.reference.start(options)
}

/** What {@link proveSuites} proves. */
export interface ProveSuitesOptions {
  /** Faults and variants of these names alone; `*` is any text. All of them unless given. */
  readonly only?: readonly string[]
  /** In one dialect of the reference service alone; in each unless given. */
  readonly dialect?: string
  /** One for each core unless given. */
  readonly threads?: number
  /** Aborted: it ends at once, and nothing of it is left running. */
  readonly signal?: AbortSignal
  readonly onRow?: (row: ProofRow, done: number, total: number) => void
}

/**
 * Runs the suites on the reference service with each fault and each legal variant, as `octospec prove`. Writes nothing.
 * @throws RangeError where no fault and no variant has such a name; the reason of `signal` when that aborts first
 */
export async function proveSuites(options: ProveSuitesOptions = {}): Promise<Proof> {
  const { only = [], dialect, ...how } = options
  const tasks = chosenTasks(proofTasks(), only, dialect)
  if (tasks.length === 0) throw new RangeError('no fault and no variant has such a name')
  const worker = pathToFileURL(specFile('../dist/bundle/proofWorker.js'))
  return prove({ tasks, worker, ...how })
}
