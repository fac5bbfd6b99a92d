import type { Clock } from './clock.js'

export interface TestClock extends Clock {
  /** The waits that were asked for, in milliseconds, in the order of asking. */
  readonly slept: readonly number[]
  advance(ms: number): void
  /** Sets the time of day by so much, as the owner of a machine may: no time passes by that. */
  set(ms: number): void
}

/** A clock whose time jumps to the earliest end of a sleep when nothing else happens, so that tests never wait. */
export function testClock(start: number = Date.UTC(2030, 0, 15, 12)): TestClock {
  let passed = 0
  let began = start
  const slept: number[] = []
  const sleepers: { readonly until: number; readonly wake: () => void }[] = []
  const wakeEarliest = (): void => {
    sleepers.sort((a, b) => a.until - b.until)
    const first = sleepers.shift()
    if (first === undefined) return
    passed = Math.max(passed, first.until)
    first.wake()
  }
  return {
    slept,
    now: () => began + passed,
    monotonic: () => passed,
    advance: (ms) => {
      passed += ms
    },
    set: (ms) => {
      began += ms
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason)
        slept.push(ms)
        sleepers.push({
          until: passed + ms,
          wake: () => (signal?.aborted === true ? reject(signal.reason) : resolve()),
        })
        setImmediate(wakeEarliest)
      }),
  }
}
