import type { Clock } from './clock.js'

/** Milliseconds between two starts at the lowest rate, and at the first when there was no rate. */
const [slowest, fastestToSlow] = [1000, 100]

/** Requests that are to start together. */
interface Kept {
  readonly owner: string
  readonly count: number
  readonly begin: () => void
  /** How many may still start without spacing. */
  unspaced: number
  /** The turn of the first of them. */
  first: Promise<void> | null
}

/** By `limits` of a profile; starts are spaced evenly, so a rate of 20 a second never sends 20 at once. */
export class Limiter {
  readonly #clock: Clock
  readonly #most: number
  #spacing: number
  readonly #queue: { readonly owner: string; readonly start: () => void }[] = []
  readonly #running: string[] = []
  #spacedUntil = Number.NEGATIVE_INFINITY
  #pausedUntil = Number.NEGATIVE_INFINITY
  #patientUntil = Number.NEGATIVE_INFINITY
  /** For whom so much is kept free; once there is enough of it, they have begun. */
  #kept: Kept | null = null
  #begun = false
  #before: Promise<unknown> = Promise.resolve()

  constructor(limits: { readonly concurrency: number; readonly requestsPerSecond: number }, clock: Clock) {
    const { concurrency, requestsPerSecond: rate } = limits
    this.#clock = clock
    this.#most = Math.max(1, concurrency)
    this.#spacing = rate > 0 && Number.isFinite(rate) ? 1000 / rate : 0
  }

  /**
   * Runs `work` when it is its turn: at most `concurrency` at a time, spaced by the rate, and never during a pause.
   * @param owner for whom: see `together`
   * @throws the reason of `signal` when that aborts before the work has begun.
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal, owner = ''): Promise<Result> {
    await new Promise<void>((start) => {
      this.#queue.push({ owner, start })
      this.#startNext()
    })
    try {
      signal?.throwIfAborted()
      await this.#turn(owner, signal)
      return await work()
    } finally {
      this.#running.splice(this.#running.indexOf(owner), 1)
      this.#startNext()
    }
  }

  /** Keeps so much free that `count` works of this owner start together, while `act` lasts. */
  async together<Result>(owner: string, count: number, act: () => Promise<Result>): Promise<Result> {
    const mine = this.#alone(this.#before, { owner, count }, act)
    this.#before = mine.catch(() => undefined)
    return mine
  }

  /** Nothing starts within the next `ms` milliseconds. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + ms)
  }

  /** Halves the rate, down to one a second, and says what it is now. What is said of one moment counts once. */
  slowDown(): number {
    // Those that were under way together are told of it together.
    if (this.#clock.monotonic() >= this.#patientUntil) {
      this.#spacing = Math.min(slowest, Math.max(this.#spacing * 2, fastestToSlow))
      this.#patientUntil = this.#clock.monotonic() + slowest
    }
    return 1000 / this.#spacing
  }

  #isFree(owner: string): boolean {
    const [kept, running] = [this.#kept, this.#running]
    if (kept === null || (this.#begun && kept.owner === owner)) return running.length < this.#most
    return running.filter((other) => !this.#begun || other !== kept.owner).length < this.#most - kept.count
  }

  #startNext(): void {
    if (this.#kept !== null && !this.#begun && this.#running.length <= this.#most - this.#kept.count) {
      this.#begun = true
      this.#kept.begin()
    }
    for (;;) {
      const index = this.#queue.findIndex(({ owner }) => this.#isFree(owner))
      const [first] = index < 0 ? [] : this.#queue.splice(index, 1)
      if (first === undefined) return
      this.#running.push(first.owner)
      first.start()
    }
  }

  /** Requests that start together wait for the turn of the first: their spacing is made up for after them. */
  async #turn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const kept = this.#begun && this.#kept?.owner === owner && this.#kept.unspaced > 0 ? this.#kept : null
    if (kept !== null) kept.unspaced -= 1
    if (kept !== null && kept.first !== null) {
      await kept.first
      return this.#wait(() => this.#pausedUntil, signal)
    }
    const turn = this.#wait(() => Math.max(this.#pausedUntil, this.#spacedUntil), signal)
    if (kept !== null) kept.first = turn
    return turn
  }

  async #wait(until: () => number, signal: AbortSignal | undefined): Promise<void> {
    for (let wait = 1; wait > 0;) {
      wait = until() - this.#clock.now()
      if (wait > 0) await this.#clock.sleep(wait, signal)
    }
    signal?.throwIfAborted()
    this.#spacedUntil = Math.max(this.#spacedUntil, this.#clock.now()) + this.#spacing
  }

  async #alone<Result>(
    former: Promise<unknown>,
    { owner, count }: Pick<Kept, 'owner' | 'count'>,
    act: () => Promise<Result>,
  ): Promise<Result> {
    await former
    await new Promise<void>((begin) => {
      this.#kept = { owner, count: Math.min(count, this.#most), begin, unspaced: count, first: null }
      this.#startNext()
    })
    try {
      return await act()
    } finally {
      this.#kept = null
      this.#begun = false
      this.#startNext()
    }
  }
}

/**
 * Waits that end by themselves: answers, tokens and time. All else in a run waits for these or for other parts of it.
 */
export class Waits {
  underWay = 0
  begun = 0

  async during<Result>(wait: Promise<Result>): Promise<Result> {
    this.underWay += 1
    this.begun += 1
    try {
      return await wait
    } finally {
      this.underWay -= 1
    }
  }
}
