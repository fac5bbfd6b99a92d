import type { Clock } from './clock.js'

export interface Limiter {
  /**
   * Runs `work` when it is its turn: at most `concurrency` at a time, spaced by the rate, and never during a pause.
   * @param owner for whom: see `together`
   * @throws the reason of `signal` when that aborts before the work has begun.
   */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal, owner?: string): Promise<Result>
  /** Keeps so much free that `count` works of this owner start together, while `act` lasts. */
  together<Result>(owner: string, count: number, act: () => Promise<Result>): Promise<Result>
  /** Nothing starts within the next `ms` milliseconds. */
  pause(ms: number): void
  /** Halves the rate, down to one a second, and says what it is now. What is said of one moment counts once. */
  slowDown(): number
}

/** Milliseconds between two starts at the lowest rate, and at the first when there was no rate. */
const [slowest, fastestToSlow] = [1000, 100]

/** So often, within one spacing, a request lets those go first that are to start together. */
const mostYields = 10

/** A limiter by `limits` of a profile; starts are spaced evenly, so a rate of 20 a second never sends 20 at once. */
export function limiter(
  limits: { readonly concurrency: number; readonly requestsPerSecond: number },
  clock: Clock,
): Limiter {
  let spacing =
    limits.requestsPerSecond > 0 && Number.isFinite(limits.requestsPerSecond) ? 1000 / limits.requestsPerSecond : 0
  const most = Math.max(1, limits.concurrency)
  const queue: { readonly owner: string; readonly start: () => void }[] = []
  let kept: { readonly owner: string; readonly count: number; readonly begin: () => void } | null = null
  let begun = false
  let before: Promise<unknown> = Promise.resolve()
  let patientUntil = Number.NEGATIVE_INFINITY
  const running: string[] = []
  let notBefore = Number.NEGATIVE_INFINITY
  let unspaced = 0
  let owed = 0

  const isFree = (owner: string): boolean => {
    if (kept === null || (begun && kept.owner === owner)) return running.length < most
    return running.filter((other) => !begun || other !== kept?.owner).length < most - kept.count
  }
  const next = (): void => {
    if (kept !== null && !begun && running.length <= most - kept.count) {
      begun = true
      kept.begin()
    }
    for (;;) {
      const index = queue.findIndex(({ owner }) => isFree(owner))
      const [first] = index < 0 ? [] : queue.splice(index, 1)
      if (first === undefined) return
      running.push(first.owner)
      first.start()
    }
  }
  const slot = (owner: string): Promise<void> =>
    new Promise((start) => {
      queue.push({ owner, start })
      next()
    })
  const turn = async (owner: string, signal: AbortSignal | undefined): Promise<void> => {
    for (let yields = 0; ;) {
      const wait = notBefore - clock.now()
      // Who comes between those that are to start together would have the second of them wait for its spacing.
      const isBetween = begun && unspaced > 0 && spacing > 0 && kept?.owner !== owner && yields < mostYields
      if (wait <= 0 && !isBetween) break
      if (wait <= 0) yields += 1
      await clock.sleep(wait > 0 ? wait : spacing / mostYields, signal)
    }
    signal?.throwIfAborted()
    if (unspaced > 1 && kept?.owner === owner) {
      unspaced -= 1
      owed += spacing
    } else {
      notBefore = clock.now() + spacing + owed
      unspaced = 0
      owed = 0
    }
  }

  const alone = async <Result>(
    former: Promise<unknown>,
    owner: string,
    count: number,
    act: () => Promise<Result>,
  ): Promise<Result> => {
    await former
    await new Promise<void>((begin) => {
      kept = { owner, count: Math.min(count, most), begin }
      next()
    })
    makeUp()
    unspaced = count
    try {
      return await act()
    } finally {
      makeUp()
      kept = null
      begun = false
      next()
    }
  }
  const makeUp = (): void => {
    notBefore = Math.max(notBefore, clock.now() + owed)
    owed = 0
    unspaced = 0
  }

  return {
    async run(work, signal, owner = '') {
      await slot(owner)
      try {
        signal?.throwIfAborted()
        await turn(owner, signal)
        return await work()
      } finally {
        running.splice(running.indexOf(owner), 1)
        next()
      }
    },
    together(owner, count, act) {
      const mine = alone(before, owner, count, act)
      before = mine.catch(() => undefined)
      return mine
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

/**
 * What goes on by itself and is waited for: answers, tokens and time. All else in a run waits for these, or for other parts of the run.
 */
export interface Waits {
  during<Result>(wait: Promise<Result>): Promise<Result>
  readonly underWay: number
  readonly begun: number
}

export function openWaits(): Waits {
  let underWay = 0
  let begun = 0
  return {
    async during(wait) {
      underWay += 1
      begun += 1
      try {
        return await wait
      } finally {
        underWay -= 1
      }
    },
    get underWay() {
      return underWay
    },
    get begun() {
      return begun
    },
  }
}
