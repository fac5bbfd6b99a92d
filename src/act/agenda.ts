import type { Stop } from '../client/stop.js'

/** What became of waiting for a moment: it has come, it does not on this visit, or the target's clock did not move. */
export type Arrival = 'due' | 'later' | Stop

/** How time passes for whoever waits. */
export interface Passing {
  /** Milliseconds since the epoch in the target's time, moves of its test clock included. */
  readonly now: () => number
  /** Lets time pass until a moment that is still to come. @param scenario who waits for it */
  readonly pass: (moment: number, scenario: string) => Promise<Arrival>
}

/**
 * Who acts at a time, and who waits for what. So many act at once. When nobody does, it is the turn of who was crowded out, then of all who
 * want quiet; then time passes until the earliest moment that is waited for; at last come those that follow all
 * others. So the clock is never moved while anybody acts: a scenario that looks at the end of a hold would be told a lie by it.
 */
export interface Agenda {
  /**
   * Waits for a place among those that act at once.
   * @param ahead before those who have not begun: it is for a part of what has
   */
  enter(ahead?: boolean): Promise<void>
  /** @param rest what is still under way on its account: it keeps its place for that, and all but time wait for it */
  leave(rest?: Promise<void>): void
  /**
   * Waits, in its place, until every other one has ended or waits as well; those that wait go on one after the other.
   * @returns false, at once, where no other one acts or waits so
   */
  wait(): Promise<boolean>
  /**
   * Gives its place up until every other one has ended or waits for a moment, then looks, beside all others that want quiet as well, and
   * goes on when they have looked.
   */
  quiet<Seen>(look: () => Promise<Seen>): Promise<Seen>
  /**
   * Gives its place up until a moment in the target's time.
   * @param moment in milliseconds since the epoch; told anew each time, since it may move on with a clock that passes by itself
   * @param when `then`: time stops at that moment; `any time later`: it may come with a later one that another waits for
   */
  until(moment: () => number, scenario: string, when?: 'then' | 'any time later'): Promise<Arrival>
  /** Gives its place up until all others have ended. */
  follow(): Promise<void>
  /** Whether no other one acts, or waits for quiet or for a moment. */
  readonly isAlone: boolean
  /** How many places were left so far: what they held may be free since. */
  readonly left: number
}

interface Sleeper {
  readonly moment: () => number
  readonly scenario: string
  readonly isPunctual: boolean
  readonly wake: (arrival: Arrival) => void
  readonly fail: (error: unknown) => void
}

/** @param places how many act at once */
export function openAgenda(places: number, { now, pass }: Passing): Agenda {
  const most = Math.max(1, places)
  let taken = 0
  let acting = 0
  let resting = 0
  let left = 0
  let passing = false
  const ahead: (() => void)[] = []
  const entering: (() => void)[] = []
  const crowded: (() => void)[] = []
  const quiet: (() => void)[] = []
  let looking = 0
  const looked: (() => void)[] = []
  const following: (() => void)[] = []
  const sleepers: Sleeper[] = []

  const begin = (wake: () => void): void => {
    taken += 1
    acting += 1
    wake()
  }
  const leave = (rest?: Promise<void>): void => {
    acting -= 1
    left += 1
    if (rest === undefined) taken -= 1
    else {
      resting += 1
      const end = (): void => {
        taken -= 1
        resting -= 1
        next()
      }
      rest.then(end, end)
    }
    next()
  }

  const next = (): void => {
    for (const line of [ahead, entering]) for (const wake of line.splice(0, Math.max(0, most - taken))) begin(wake)
    if (acting > 0 || passing) return
    // Whose moment has come and who has no place yet would be told a later time by the next move; the end of a rest makes room.
    if (
      resting > 0 &&
      (ahead.length + entering.length > 0 || crowded.length > 0 || quiet.length > 0 || sleepers.length === 0)
    )
      return
    const aside = crowded.shift()
    if (aside !== undefined) {
      acting += 1
      aside()
      return
    }
    const patient = quiet.splice(0, most)
    looking += patient.length
    if (patient.length > 0) patient.forEach(begin)
    else if (sleepers.length > 0) void letTimePass()
    else {
      const last = following.shift()
      if (last !== undefined) begin(last)
    }
  }

  const letTimePass = async (): Promise<void> => {
    passing = true
    sleepers.sort((a, b) => a.moment() - b.moment())
    // Where nobody is punctual, one move to the last of the moments serves all.
    const first = sleepers.find(({ isPunctual }) => isPunctual) ?? sleepers.at(-1)
    if (first === undefined) return
    try {
      const arrival = first.moment() <= now() ? 'due' : await pass(first.moment(), first.scenario)
      // What others wait for may have come with it.
      const isDue = (each: Sleeper): boolean => each === first || each.moment() <= now()
      // What keeps time from passing keeps it from all.
      const isWoken = (each: Sleeper): boolean => arrival !== 'due' || isDue(each)
      const woken = sleepers.filter(isWoken).sort((a, b) => Number(b.isPunctual) - Number(a.isPunctual))
      for (const sleeper of woken) {
        sleepers.splice(sleepers.indexOf(sleeper), 1)
        entering.push(() => sleeper.wake(arrival))
      }
    } catch (error) {
      for (const { fail } of sleepers.splice(0)) entering.push(() => fail(error))
    }
    passing = false
    next()
  }

  return {
    leave,
    enter: (isAhead = false) =>
      new Promise((resolve) => {
        ;(isAhead ? ahead : entering).push(resolve)
        next()
      }),
    async wait() {
      if (acting + resting <= 1 && crowded.length === 0) return false
      await new Promise<void>((resolve) => {
        crowded.push(resolve)
        acting -= 1
        next()
      })
      return true
    },
    async quiet(look) {
      await new Promise<void>((resolve) => {
        quiet.push(resolve)
        leave()
      })
      try {
        return await look()
      } finally {
        looking -= 1
        if (looking === 0) for (const go of looked.splice(0)) go()
        else await new Promise<void>((go) => looked.push(go))
      }
    },
    until: (moment, scenario, when = 'then') =>
      new Promise((wake, fail) => {
        sleepers.push({ moment, scenario, isPunctual: when === 'then', wake, fail })
        leave()
      }),
    follow: () =>
      new Promise((resolve) => {
        following.push(resolve)
        leave()
      }),
    get left() {
      return left
    },
    get isAlone() {
      return acting + resting <= 1 && [ahead, entering, crowded, quiet, sleepers].every(({ length }) => length === 0)
    },
  }
}
