import type { IncomingMessage } from 'node:http'
import type { Clock } from '../wire/clock.js'
import type { SeenExchange } from '../recording/cleaner.js'

/** Bytes of a body that are recorded; what is longer passes all the same. */
export const mostRecorded: number = 1024 * 1024
/** Bytes that all copies hold together. */
const mostHeld = 64 * 1024 * 1024

/** Bytes that copies may still take. */
export interface CopyRoom {
  left: number
}

export function copyRoom(): CopyRoom {
  return { left: mostHeld }
}

/** A copy of a body that goes by, as long as it is not too long and there is room for it. */
export class BodyCopy {
  /** Why there is none. */
  whyNone = ''
  readonly #room: CopyRoom
  #held: Buffer | null = Buffer.alloc(0)
  #length = 0

  constructor(of: IncomingMessage, room: CopyRoom) {
    this.#room = room
    of.on('data', (piece: Buffer) => this.#take(piece))
  }

  /** Bytes that it holds. */
  get length(): number {
    return this.#length
  }

  /** null: it was too long, or is forgotten. */
  get bytes(): Buffer | null {
    return this.#held?.subarray(0, this.#length) ?? null
  }

  /** Makes room. */
  forget(): void {
    this.#room.left += this.#held?.length ?? 0
    this.#held = null
    this.#length = 0
  }

  #take(piece: Buffer): void {
    if (this.#held === null) return
    const length = this.#length + piece.length
    if (length > mostRecorded) this.#giveUp(`the body is larger than ${mostRecorded} bytes`)
    else if (this.#grow(length)) this.#length += piece.copy(this.#held, this.#length)
    else this.#giveUp('too much else was under way')
  }

  /** Pieces may be of one byte, so they are not kept one by one. */
  #grow(length: number): boolean {
    const had = this.#held?.length ?? 0
    if (length <= had) return true
    const size = Math.max(length, Math.min(2 * had, mostRecorded))
    if (size - had > this.#room.left) return false
    this.#room.left -= size - had
    const grown = Buffer.allocUnsafe(size)
    this.#held?.copy(grown)
    this.#held = grown
    return true
  }

  #giveUp(why: string): void {
    this.whyNone = `${why}: it was passed on and not recorded`
    this.forget()
  }
}

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

/** @param isBusy whether somebody would have to wait for it; too many or too old exchanges are told all the same */
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
      // Requests that come meanwhile go first.
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
