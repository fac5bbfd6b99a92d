import type { Clock } from '../../client/clock.js'

/** A clock that passes as time does, but over sleep: it jumps to the earliest end of one, so that long pauses take no time. */
export function hurriedClock(): Clock {
  let skipped = 0
  const now = (): number => Date.now() + skipped
  const sleepers = new Map<symbol, number>()
  return {
    now,
    async sleep(ms, signal) {
      const me = Symbol('sleeper')
      sleepers.set(me, now() + ms)
      try {
        for (let until = now() + ms; now() < until;) {
          signal?.throwIfAborted()
          await new Promise((resolve) => setTimeout(resolve, 1))
          skipped += Math.max(0, Math.min(...sleepers.values()) - now())
        }
        signal?.throwIfAborted()
      } finally {
        sleepers.delete(me)
      }
    },
  }
}
