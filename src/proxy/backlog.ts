import type { Clock } from '../client/clock.js'
import type { SeenExchange } from '../recording/cleaner.js'

/** An exchange that is over. */
export interface Told {
  /** Of its bodies, as they came. */
  readonly bytes: number
  /** Unpacks it: as JSON it takes twenty times as much; null: nothing can be said of it. */
  readonly seen: () => Promise<SeenExchange | null>
}

/** Exchanges that wait for a quiet moment to be judged: a client that asks again at once is answered first. */
export interface Backlog {
  add(told: Told): void
  /** Somebody asks, or is answered. */
  stir(): void
  /** Tells all that waits. */
  empty(): Promise<void>
}

/** How long nobody must have asked for it to be quiet, and how long an exchange waits at most, in milliseconds. */
const [quiet, patience] = [50, 15_000]
/** What waits at most: exchanges, and bytes of their bodies. */
const [mostWaiting, mostBytes] = [1000, 16 * 1024 * 1024]

/** @param isBusy whether somebody would have to wait for it; what is too much, or waits for too long, is told all the same */
export function openBacklog(onExchange: (seen: SeenExchange) => void, isBusy: () => boolean, clock: Clock): Backlog {
  const waiting: (Told & { readonly since: number })[] = []
  const ending = new AbortController()
  let bytes = 0
  let stirred = clock.monotonic()
  let telling: Promise<void> | null = null

  const isQuiet = (): boolean => !isBusy() && clock.monotonic() - stirred >= quiet
  const isTooMuch = (): boolean =>
    waiting.length > mostWaiting || bytes > mostBytes || clock.monotonic() - (waiting[0]?.since ?? 0) >= patience
  const tell = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (!ending.signal.aborted && !isQuiet() && !isTooMuch()) {
        await clock.sleep(quiet, ending.signal).catch(() => undefined)
        continue
      }
      const [next] = waiting.splice(0, 1)
      if (next === undefined) break
      bytes -= next.bytes
      const seen = await next.seen()
      if (seen !== null) onExchange(seen)
      // What comes meanwhile comes first.
      await new Promise((turn) => void setImmediate(turn))
    }
    telling = null
  }
  return {
    stir() {
      stirred = clock.monotonic()
    },
    add(told) {
      waiting.push({ ...told, since: clock.monotonic() })
      bytes += told.bytes
      telling ??= tell()
    },
    async empty() {
      ending.abort()
      await telling
    },
  }
}
