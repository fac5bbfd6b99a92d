import type { Stop } from '../wire/stop.js'

/** The end of waiting for a moment: it has come, it does not on this visit, or the target's clock did not move. */
export type Arrival = 'due' | 'later' | Stop

export interface Passing {
  /** Milliseconds since the epoch in the target's time, moves of its test clock included. */
  readonly now: () => number
  /** Lets time pass until a moment that is still to come. @param scenario who waits for it */
  readonly pass: (moment: number, scenario: string) => Promise<Arrival>
}

interface Sleeper {
  readonly moment: () => number
  readonly scenario: string
  readonly isPunctual: boolean
  readonly wake: (arrival: Arrival) => void
  readonly fail: (error: unknown) => void
}

type Line = (() => void)[]

/**
 * Decides who acts at a time. So many act at once. When nobody does, it is the turn of one who was crowded out, then of
 * all who want quiet. Then time passes until the earliest moment that is waited for. Those that follow all others come
 * last. So the clock never moves while anybody acts: a scenario that looks at the end of a hold would be told a lie.
 */
export class Agenda {
  readonly #places: number
  readonly #time: Passing
  /** Places that are taken: by who acts, and by what is left under way behind who has ended. */
  #taken = 0
  #acting = 0
  #leftBehind = 0
  #left = 0
  #isTimePassing = false
  readonly #ahead: Line = []
  readonly #entering: Line = []
  readonly #crowded: Line = []
  readonly #quiet: Line = []
  #looking = 0
  readonly #looked: Line = []
  readonly #following: Line = []
  readonly #sleepers: Sleeper[] = []

  /** @param places how many act at once */
  constructor(places: number, time: Passing) {
    this.#places = Math.max(1, places)
    this.#time = time
  }

  get left(): number {
    return this.#left
  }

  get isAlone(): boolean {
    const lines = [this.#ahead, this.#entering, this.#crowded, this.#quiet, this.#sleepers]
    return this.#isLast && lines.every(({ length }) => length === 0)
  }

  /**
   * Waits for a place among those that act at once.
   * @param ahead before those who have not begun: it is for a part of what has
   */
  enter(ahead = false): Promise<void> {
    return this.#waitIn(ahead ? this.#ahead : this.#entering)
  }

  /** @param behind what is still under way on its account: it keeps its place for that, and all but time wait for it */
  leave(behind?: Promise<void>): void {
    this.#acting -= 1
    this.#left += 1
    if (behind === undefined) this.#taken -= 1
    else {
      this.#leftBehind += 1
      const end = (): void => {
        this.#taken -= 1
        this.#leftBehind -= 1
        this.#next()
      }
      behind.then(end, end)
    }
    this.#next()
  }

  /**
   * Waits, in its place, until every other one has ended or waits as well; those that wait go on one after the other.
   * @returns false, at once, where no other one acts or waits so
   */
  async wait(): Promise<boolean> {
    if (this.#isLast && this.#crowded.length === 0) return false
    this.#acting -= 1
    await this.#waitIn(this.#crowded)
    return true
  }

  /** Gives its place up until nobody else acts, looks beside all others that want quiet, and goes on. */
  async quiet<Seen>(look: () => Promise<Seen>): Promise<Seen> {
    await this.#giveUp<void>((resolve) => this.#quiet.push(resolve))
    try {
      return await look()
    } finally {
      this.#looking -= 1
      if (this.#looking === 0) for (const go of this.#looked.splice(0)) go()
      else await new Promise<void>((go) => this.#looked.push(go))
    }
  }

  /**
   * Gives its place up until a moment in the target's time.
   * @param moment in milliseconds since the epoch; asked for each time, as a clock that runs by itself may move it
   * @param when `then`: time stops at that moment; `any time later`: it may come with another's later moment
   */
  until(moment: () => number, scenario: string, when: 'then' | 'any time later' = 'then'): Promise<Arrival> {
    return this.#giveUp((wake, fail) =>
      this.#sleepers.push({ moment, scenario, isPunctual: when === 'then', wake, fail }),
    )
  }

  follow(): Promise<void> {
    return this.#giveUp((resolve) => this.#following.push(resolve))
  }

  get #isLast(): boolean {
    return this.#acting + this.#leftBehind <= 1
  }

  #waitIn(line: Line): Promise<void> {
    return new Promise((resolve) => {
      line.push(resolve)
      this.#next()
    })
  }

  #giveUp<Came>(join: (resolve: (came: Came) => void, reject: (error: unknown) => void) => void): Promise<Came> {
    return new Promise((resolve, reject) => {
      join(resolve, reject)
      this.leave()
    })
  }

  #begin(wake: () => void): void {
    this.#taken += 1
    this.#acting += 1
    wake()
  }

  #next(): void {
    for (const line of [this.#ahead, this.#entering])
      for (const wake of line.splice(0, Math.max(0, this.#places - this.#taken))) this.#begin(wake)
    if (this.#acting > 0 || this.#isTimePassing || this.#isWaitingForRoom) return
    const aside = this.#crowded.shift()
    if (aside !== undefined) {
      // It has kept its place.
      this.#acting += 1
      aside()
      return
    }
    const patient = this.#quiet.splice(0, this.#places)
    this.#looking += patient.length
    if (patient.length > 0) patient.forEach((wake) => this.#begin(wake))
    else if (this.#sleepers.length > 0) void this.#letTimePass()
    else {
      const last = this.#following.shift()
      if (last !== undefined) this.#begin(last)
    }
  }

  /** Some at their moment may lack a place, and time must not pass them: the end of what is left behind makes room. */
  get #isWaitingForRoom(): boolean {
    const lines = [this.#ahead, this.#entering, this.#crowded, this.#quiet]
    return this.#leftBehind > 0 && (this.#sleepers.length === 0 || lines.some(({ length }) => length > 0))
  }

  async #letTimePass(): Promise<void> {
    this.#isTimePassing = true
    const sleepers = this.#sleepers.sort((a, b) => a.moment() - b.moment())
    // Where nobody is punctual, one move to the last of the moments serves all.
    const first = sleepers.find(({ isPunctual }) => isPunctual) ?? sleepers.at(-1)
    if (first === undefined) return
    try {
      const { now, pass } = this.#time
      const arrival = first.moment() <= now() ? 'due' : await pass(first.moment(), first.scenario)
      // What others wait for may have come with it.
      const isDue = (each: Sleeper): boolean => each === first || each.moment() <= now()
      // What keeps time from passing keeps it from all.
      const isWoken = (each: Sleeper): boolean => arrival !== 'due' || isDue(each)
      const woken = sleepers.filter(isWoken).sort((a, b) => Number(b.isPunctual) - Number(a.isPunctual))
      for (const sleeper of woken) {
        sleepers.splice(sleepers.indexOf(sleeper), 1)
        this.#entering.push(() => sleeper.wake(arrival))
      }
    } catch (error) {
      for (const { fail } of sleepers.splice(0)) this.#entering.push(() => fail(error))
    }
    this.#isTimePassing = false
    this.#next()
  }
}
