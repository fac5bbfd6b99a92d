import { exitCodes } from './exitCodes.js'
import type { Io } from './io.js'

/** A run that Ctrl-C can cut short. */
export interface CutShort {
  readonly signal: AbortSignal
  abort(reason: Error): void
  /** Lets go of Ctrl-C. */
  release(): void
}

/**
 * Ctrl-C once: what is under way is ended, cleaned up and reported as aborted. Twice: the process ends at once.
 *
 * @param flush puts what is known so far into files, before the process ends at once
 */
export function cutShort({ onSignal, stderr, exit }: Io, flush: () => void): CutShort {
  const controller = new AbortController()
  const release = onSignal((signal) => {
    if (controller.signal.aborted) {
      flush()
      exit(exitCodes[4]?.code ?? 4)
      return
    }
    controller.abort(new Error(`the run was interrupted by ${signal}`))
    stderr.write(`\n${signal}: cleaning up and writing the report; once more ends it at once\n`)
  })
  return { signal: controller.signal, abort: (reason) => controller.abort(reason), release }
}
