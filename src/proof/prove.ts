import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { allFaults } from '../reference/faults/index.js'
import { allVariants } from '../reference/variants/index.js'
import { registry } from '../suite/registry.js'
import type { Proof, ProofRow, ProofTask } from './proof.js'

export interface ProveOptions {
  readonly tasks: readonly ProofTask[]
  /** Module that answers each task it is sent with a row: `proofWorker.js` of the built package. */
  readonly worker: URL
  /** Threads; one more than there are cores unless given: some variants mostly wait. */
  readonly threads?: number
  readonly onRow?: (row: ProofRow, done: number, total: number) => void
}

/**
 * Runs the suite against every task, on all cores. The rows are in the order of the tasks.
 * @throws whatever a worker breaks with: that is a fault of octospec.
 */
export async function prove({
  tasks,
  worker,
  threads = availableParallelism() + 1,
  onRow,
}: ProveOptions): Promise<Proof> {
  const rows: (ProofRow | undefined)[] = tasks.map(() => undefined)
  let next = 0
  let done = 0
  await Promise.all(
    Array.from({ length: Math.max(1, Math.min(threads, tasks.length)) }, async () => {
      // Runs make garbage by the megabyte; a larger nursery lets most of it die young.
      const thread = new Worker(worker, { resourceLimits: { maxYoungGenerationSizeMb: 64 } })
      try {
        for (let index = next++; index < tasks.length; index = next++) {
          const row = await ask(thread, tasks[index])
          rows[index] = row
          done += 1
          onRow?.(row, done, tasks.length)
        }
      } finally {
        await thread.terminate()
      }
    }),
  )
  return {
    rows: rows.filter((row) => row !== undefined),
    faults: allFaults.map(({ name, clause, title }) => ({ name, clause, title })),
    variants: allVariants.map(({ name, title }) => ({ name, title })),
    checks: [...registry.checks.values()].map(({ id, clause, title }) => ({ id, clause, title })),
  }
}

function ask(thread: Worker, task: ProofTask | undefined): Promise<ProofRow> {
  return new Promise((resolve, reject) => {
    const answered = (row: ProofRow): void => {
      thread.off('error', reject)
      resolve(row)
    }
    thread.once('message', answered)
    thread.once('error', reject)
    thread.postMessage(task)
  })
}
