import type { Clock } from './clock.js'

/** Keeps a whole session within what the target allows. */
export interface Limiter {
  /**
   * Runs `work` when it is its turn: at most `concurrency` at a time, spaced by the rate, and never during a pause.
   * @throws the reason of `signal` when that aborts before the work has begun.
   */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** The next `count` starts follow each other without spacing, which is made up for after them; 0 ends that. */
  burst(count: number): void
  /** Nothing starts within the next `ms` milliseconds. */
  pause(ms: number): void
  /** Halves the rate, down to one a second, and says what it is now. What is said of one moment counts once. */
  slowDown(): number
}

/** Milliseconds between two starts at the lowest rate, and at the first when there was no rate. */
const [slowest, fastestToSlow] = [1000, 100]

/** A limiter by `limits` of a profile; starts are spaced evenly, so a rate of 20 a second never sends 20 at once. */
export function limiter(
  limits: { readonly concurrency: number; readonly requestsPerSecond: number },
  clock: Clock,
): Limiter {
  let spacing =
    limits.requestsPerSecond > 0 && Number.isFinite(limits.requestsPerSecond) ? 1000 / limits.requestsPerSecond : 0
  const queue: (() => void)[] = []
  let patientUntil = Number.NEGATIVE_INFINITY
  let running = 0
  let notBefore = Number.NEGATIVE_INFINITY
  let together = 0
  let owed = 0

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
    if (together > 1) {
      together -= 1
      owed += spacing
    } else {
      notBefore = clock.now() + spacing + owed
      together = 0
      owed = 0
    }
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
    burst(count) {
      notBefore = Math.max(notBefore, clock.now() + owed)
      owed = 0
      together = count
    },
    slowDown() {
      // Those that were under way together are told of it together.
      if (clock.monotonic() >= patientUntil) {
        spacing = Math.min(slowest, Math.max(spacing * 2, fastestToSlow))
        patientUntil = clock.monotonic() + slowest
      }
      return 1000 / spacing
    },
    pause(ms) {
      notBefore = Math.max(notBefore, clock.now() + ms)
    },
  }
}
