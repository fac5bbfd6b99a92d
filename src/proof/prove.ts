import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Proof, ProofRow, ProofTask } from './proof.js'

export interface ProofQuestion {
  readonly index: number
  readonly task: ProofTask
}

export interface ProofAnswer {
  readonly index: number
  readonly row: ProofRow
}

/** Tasks that a thread works on at once: some variants mostly wait, and another thread would have to warm up first. */
const atOnce = 2

export interface ProveOptions {
  readonly tasks: readonly ProofTask[]
  /** Module that answers each task it is sent with a row: `proofWorker.js` of the built package. */
  readonly worker: URL
  readonly threads?: number
  /** Aborted: all threads end at once. */
  readonly signal?: AbortSignal
  readonly onRow?: (row: ProofRow, done: number, total: number) => void
}

/**
 * Runs the suite against every task, on all cores. The rows are in the order of the tasks.
 * @throws whatever a worker breaks with: that is a fault of octospec; the reason of `signal` when that aborts first.
 */
export async function prove(options: ProveOptions): Promise<Proof> {
  const { tasks, worker, threads = availableParallelism(), signal, onRow } = options
  signal?.throwIfAborted()
  const rows: (ProofRow | undefined)[] = tasks.map(() => undefined)
  // One iterator for all: each task goes to whoever asks first.
  const queue = tasks.entries()
  let done = 0
  const workThrough = async (thread: Worker): Promise<void> => {
    for (const [index, task] of queue) {
      const row = await ask(thread, { index, task }, signal)
      rows[index] = row
      done += 1
      onRow?.(row, done, tasks.length)
    }
  }
  await Promise.all(
    Array.from({ length: Math.max(1, Math.min(threads, tasks.length)) }, async () => {
      // Runs make garbage by the megabyte; a larger nursery lets most of it die young.
      const thread = new Worker(worker, { resourceLimits: { maxYoungGenerationSizeMb: 64 } })
      try {
        await Promise.all(Array.from({ length: atOnce }, () => workThrough(thread)))
      } finally {
        await thread.terminate()
      }
    }),
  )
  return { rows: rows.flatMap((row) => row ?? []) }
}

function ask(thread: Worker, question: ProofQuestion, signal: AbortSignal | undefined): Promise<ProofRow> {
  return new Promise((resolve, reject) => {
    const cut = (): void => reject(signal?.reason)
    const answered = ({ index, row }: ProofAnswer): void => {
      if (index !== question.index) return
      thread.off('error', reject).off('message', answered)
      signal?.removeEventListener('abort', cut)
      resolve(row)
    }
    thread.on('message', answered).once('error', reject)
    signal?.addEventListener('abort', cut, { once: true })
    thread.postMessage(question)
  })
}
