import type { Clock } from '../../wire/clock.js'

/** A clock that keeps real time but skips sleep: it jumps to the earliest end of one, so long pauses take no time. */
export function hurriedClock(): Clock {
  let skipped = 0
  const monotonic = (): number => performance.now() + skipped
  const sleepers = new Map<symbol, number>()
  return {
    now: () => Math.round(Date.now() + skipped),
    monotonic,
    async sleep(ms, signal) {
      const me = Symbol('sleeper')
      const until = monotonic() + ms
      sleepers.set(me, until)
      try {
        while (monotonic() < until) {
          signal?.throwIfAborted()
          await new Promise((resolve) => setTimeout(resolve, 1))
          skipped += Math.max(0, Math.min(...sleepers.values()) - monotonic())
        }
        signal?.throwIfAborted()
      } finally {
        sleepers.delete(me)
      }
    },
  }
}
