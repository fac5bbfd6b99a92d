import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { statSync } from 'node:fs'

/** Counts which characters of some source files (as they are run, so of the built ones) have been executed so far. */
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

  /** How many more characters were executed since this was asked the last time than ever before. */
  async more(): Promise<number> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    let more = 0
    for (const { url, functions } of result) {
      const seen = url.startsWith('file:') ? this.#seen.get(fileURLToPath(url)) : undefined
      if (seen === undefined) continue
      const now = new Uint8Array(seen.length)
      // Outer ranges come before those inside them, whose counts are the finer truth.
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges))
        now.fill(count > 0 ? 1 : 0, startOffset, endOffset)
      now.forEach((hit, index) => {
        if (hit === 0 || seen[index] === 1) return
        seen[index] = 1
        more += 1
      })
    }
    return more
  }
}
