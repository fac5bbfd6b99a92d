import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Exchange } from '../wire/exchange.js'
import { safeJson } from '../contract/escapeText.js'
import { systemCode } from '../contract/messageOf.js'
import { toolVersion } from '../contract/specFile.js'
import { harEntry } from './harEntry.js'
import { OutputError, writing } from './outputError.js'

/** What a recording holds at most: `octospec validate` reads no more. */
const [mostEntries, mostBytes] = [15_000, 200 * 1024 * 1024]
const tail = '\n]}}\n'

/** A HAR 1.2 that is whole after each exchange, so that whoever ends the process loses none of it. */
export class RecordingFile {
  readonly #path: string
  readonly #file: number
  #entries = 0
  #end = 0

  /** @throws OutputError where there is such a file already, or none can be made */
  constructor(path: string) {
    this.#path = path
    this.#file = opened(path)
    const creator = safeJson({ name: 'octospec', version: toolVersion() })
    this.#write(`{"log":{"version":"1.2","creator":${creator},"pages":[],"entries":[`)
  }

  get entries(): number {
    return this.#entries
  }

  /** @returns false: it has no more room. @throws OutputError where it cannot be written; what was there before stays whole */
  add(exchange: Exchange): boolean {
    const text = `${this.#entries > 0 ? ',' : ''}\n${safeJson(harEntry(exchange))}`
    if (this.#entries >= mostEntries || this.#end + Buffer.byteLength(text) > mostBytes) return false
    this.#write(text)
    this.#entries += 1
    return true
  }

  close(): void {
    closeSync(this.#file)
    if (this.#entries === 0) rmSync(this.#path, { force: true })
  }

  #write(text: string): void {
    const piece = Buffer.from(text + tail)
    try {
      for (let at = 0; at < piece.length;) at += writeSync(this.#file, piece, at, piece.length - at, this.#end + at)
    } catch (error) {
      this.#mend()
      throw new OutputError(this.#path, error)
    }
    this.#end += piece.length - tail.length
  }

  /** Takes half of an entry away again, as a full disk leaves it. */
  #mend(): void {
    try {
      ftruncateSync(this.#file, this.#end)
      writeSync(this.#file, tail, this.#end)
    } catch {
      // What keeps it from being written is told by the first error.
    }
  }
}

function opened(path: string): number {
  writing(path, () => mkdirSync(dirname(path), { recursive: true, mode: 0o700 }))
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw new OutputError(path, error)
    throw new OutputError(path, error, ['there is such a file already', 'move it away, or name another one with --out'])
  }
}
