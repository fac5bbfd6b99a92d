import type { SeenExchange } from '../recording/recording.js'

/** An exchange that is over. */
export interface Told {
  /** Of its bodies, as they came. */
  readonly bytes: number
  /** Unpacks it: as JSON it takes twenty times as much. */
  readonly seen: () => Promise<SeenExchange>
}

/** Exchanges that wait for a quiet moment to be judged. */
export interface Backlog {
  add(told: Told): void
  /** It may be quiet now. */
  look(): void
  /** Tells all that waits. */
  empty(): Promise<void>
}

/** What waits at most: exchanges, and bytes of their bodies. */
const [mostWaiting, mostBytes] = [100, 4 * 1024 * 1024]

/** @param isBusy whether somebody would have to wait for it; what is too much is told all the same */
export function openBacklog(onExchange: (seen: SeenExchange) => void, isBusy: () => boolean): Backlog {
  const waiting: Told[] = []
  let bytes = 0
  let ending = false
  let telling: Promise<void> | null = null

  const isTime = (): boolean =>
    waiting.length > 0 && (ending || !isBusy() || waiting.length > mostWaiting || bytes > mostBytes)
  const tell = async (): Promise<void> => {
    // What comes meanwhile comes first.
    await new Promise((turn) => void setImmediate(turn))
    while (isTime()) {
      const next = waiting.shift()
      if (next === undefined) break
      bytes -= next.bytes
      onExchange(await next.seen())
      await new Promise((turn) => void setImmediate(turn))
    }
    telling = null
  }
  const look = (): void => {
    telling ??= tell()
  }
  return {
    look,
    add(told) {
      waiting.push(told)
      bytes += told.bytes
      look()
    },
    async empty() {
      ending = true
      look()
      await telling
    },
  }
}
