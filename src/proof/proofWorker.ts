/** A thread of `octospec prove`: answers each question with a row. */
import { parentPort } from 'node:worker_threads'
import type { ProofAnswer, ProofQuestion } from './prove.js'
import { proveTask } from './judgeRow.js'

// Connections end in errors by the thousand here, and nobody reads their stacks.
Error.stackTraceLimit = 0

parentPort?.on('message', ({ index, task }: ProofQuestion) => {
  proveTask(task).then(
    (row) => parentPort?.postMessage({ index, row } satisfies ProofAnswer),
    // Thrown outside the promise, it reaches the `error` event of the thread that asked.
    (error: unknown) =>
      setImmediate(() => {
        throw error
      }),
  )
})
