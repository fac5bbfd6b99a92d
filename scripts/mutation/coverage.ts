import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { statSync } from 'node:fs'

/** The files that ran, and those of them that ran where they never had before. */
export interface Covered {
  readonly ran: ReadonlySet<string>
  readonly fresh: ReadonlySet<string>
}

/** Tells which characters of some source files (as they are run, so of the built ones) are executed. */
export class Coverage {
  readonly #session = new Session()
  readonly #seen = new Map<string, Uint8Array>()

  /** @param files absolute paths */
  async start(files: readonly string[]): Promise<void> {
    for (const file of files) this.#seen.set(file, new Uint8Array(statSync(file).size))
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** What was executed since this was asked the last time. */
  async take(): Promise<Covered> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    const ran = new Set<string>()
    const fresh = new Set<string>()
    for (const { url, functions } of result) {
      const file = url.startsWith('file:') ? fileURLToPath(url) : ''
      const seen = this.#seen.get(file)
      if (seen === undefined) continue
      const now = new Uint8Array(seen.length)
      // Outer ranges come before those inside them, whose counts are the finer truth.
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges))
        now.fill(count > 0 ? 1 : 0, startOffset, endOffset)
      now.forEach((hit, index) => {
        if (hit === 0) return
        ran.add(file)
        if (seen[index] === 0) fresh.add(file)
        seen[index] = 1
      })
    }
    return { ran, fresh }
  }

  stop(): void {
    this.#session.disconnect()
  }
}
