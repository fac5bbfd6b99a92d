import type { IncomingMessage } from 'node:http'

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
