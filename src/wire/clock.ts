import { setTimeout as delay } from 'node:timers/promises'

/** Where all time of octospec comes from. */
export interface Clock {
  /** Milliseconds since the epoch, as the machine has it: for dates. It may be set, also back. */
  now(): number
  /** Milliseconds since some moment, which only ever go on: for whatever takes or lasts a time. */
  monotonic(): number
  /** Resolves after `ms` milliseconds. @throws the reason of `signal` when that aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await delay(Math.max(0, ms), undefined, signal === undefined ? {} : { signal })
    } catch (error) {
      throw signal?.aborted === true ? signal.reason : error
    }
  },
}

/** A clock that begins with the time of another and goes on by itself: nobody who sets that one moves this. */
export function steady(clock: Clock): Clock {
  const [wall, began] = [clock.now(), clock.monotonic()]
  return { ...clock, now: () => wall + Math.round(clock.monotonic() - began) }
}
