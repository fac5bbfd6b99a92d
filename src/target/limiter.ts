import type { Clock } from './clock.js'

/** Keeps a whole session within what the target allows. */
export interface Limiter {
  /**
   * Runs `work` when it is its turn: at most `concurrency` at a time, spaced by the rate, and never during a pause.
   * @throws the reason of `signal` when that aborts before the work has begun.
   */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Nothing starts within the next `ms` milliseconds. */
  pause(ms: number): void
}

/** A limiter by `limits` of a profile; starts are spaced evenly, so a rate of 20 a second never sends 20 at once. */
export function limiter(
  limits: { readonly concurrency: number; readonly requestsPerSecond: number },
  clock: Clock,
): Limiter {
  const spacing =
    limits.requestsPerSecond > 0 && Number.isFinite(limits.requestsPerSecond) ? 1000 / limits.requestsPerSecond : 0
  const queue: (() => void)[] = []
  let running = 0
  let notBefore = Number.NEGATIVE_INFINITY

  const slot = async (): Promise<void> => {
    if (running < Math.max(1, limits.concurrency)) {
      running += 1
      return
    }
    // Whoever ends hands the slot over, so `running` stays as it is.
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  const release = (): void => {
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }
  const turn = async (signal: AbortSignal | undefined): Promise<void> => {
    for (let wait = notBefore - clock.now(); wait > 0; wait = notBefore - clock.now()) await clock.sleep(wait, signal)
    signal?.throwIfAborted()
    if (spacing > 0) notBefore = clock.now() + spacing
  }

  return {
    async run(work, signal) {
      await slot()
      try {
        signal?.throwIfAborted()
        await turn(signal)
        return await work()
      } finally {
        release()
      }
    },
    pause(ms) {
      notBefore = Math.max(notBefore, clock.now() + ms)
    },
  }
}
