import { exitCodes } from './errorCodes.js'
import type { Io } from './io.js'
import type { Duration } from './options.js'

export interface CutShort {
  readonly signal: AbortSignal
  abort(reason: Error): void
  release(): void
}

/**
 * Ctrl-C once, or the time limit: what is under way is ended, cleaned up and reported as aborted. Ctrl-C twice: the process ends at
 * once.
 * @param last puts what is known so far into files, before the process ends at once
 * @param ending what is done before it ends
 */
export function cutShort(
  { onSignal, stderr, exit, clock }: Pick<Io, 'onSignal' | 'stderr' | 'exit' | 'clock'>,
  last: () => void,
  limit?: Duration,
  ending = 'cleaning up and writing the report',
): CutShort {
  const controller = new AbortController()
  const over = new AbortController()
  const abort = (reason: Error): void => controller.abort(reason)
  const release = onSignal((signal) => {
    if (controller.signal.aborted) {
      last()
      exit(exitCodes[4]?.code ?? 4)
      return
    }
    abort(new Error(`the run was interrupted by ${signal}`))
    stderr.write(`\n${signal}: ${ending}; once more ends it at once\n`)
  })
  const watch = async ({ milliseconds, text }: Duration): Promise<void> => {
    try {
      await clock.sleep(milliseconds, over.signal)
    } catch {
      // It ended in time.
      return
    }
    if (controller.signal.aborted) return
    abort(new Error(`the run took longer than its time limit of ${text}`))
    stderr.write(`\nthe time limit of ${text} is over: ${ending}\n`)
  }
  if (limit !== undefined) void watch(limit)
  return {
    signal: controller.signal,
    abort,
    release: () => {
      release()
      over.abort()
    },
  }
}
