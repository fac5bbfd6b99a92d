import { setTimeout as delay } from 'node:timers/promises'

/** Where all time of octospec comes from. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * Resolves after `ms` milliseconds.
   * @throws the reason of `signal` when that aborts first.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await delay(Math.max(0, ms), undefined, signal === undefined ? {} : { signal })
    } catch (error) {
      throw signal?.aborted === true ? signal.reason : error
    }
  },
}

/** A clock for tests. */
export interface TestClock extends Clock {
  /** The waits that were asked for, in milliseconds, in the order of asking. */
  readonly slept: readonly number[]
  /** Moves time forward. */
  advance(ms: number): void
}

/**
 * A clock whose time stands still but for its sleepers: when nothing else happens, time jumps to the earliest end of a sleep,
 * so that tests never wait.
 */
export function testClock(start: number = Date.UTC(2030, 0, 15, 12)): TestClock {
  let now = start
  const slept: number[] = []
  const sleepers: { readonly until: number; readonly wake: () => void }[] = []
  const wakeEarliest = (): void => {
    sleepers.sort((a, b) => a.until - b.until)
    const first = sleepers.shift()
    if (first === undefined) return
    now = Math.max(now, first.until)
    first.wake()
  }
  return {
    slept,
    now: () => now,
    advance: (ms) => {
      now += ms
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason)
        slept.push(ms)
        sleepers.push({ until: now + ms, wake: () => (signal?.aborted === true ? reject(signal.reason) : resolve()) })
        setImmediate(wakeEarliest)
      }),
  }
}
