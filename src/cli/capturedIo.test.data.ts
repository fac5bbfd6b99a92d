import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../target/clock.js'
import type { Io } from './io.js'

/** The world of a command line in a test: a new empty folder, an environment, and what was printed. */
export interface CapturedIo extends Io {
  /** All that was printed on both streams so far. */
  readonly printed: () => string
}

export function capturedIo(env: Readonly<Record<string, string>> = {}): CapturedIo {
  const pieces: string[] = []
  const output = { write: (text: string) => pieces.push(text) }
  return {
    stdout: output,
    stderr: output,
    stdin: (async function* nothing() {})(),
    env,
    cwd: mkdtempSync(join(tmpdir(), 'octospec-')),
    clock: systemClock,
    onSignal: () => () => undefined,
    exit: () => undefined,
    printed: () => pieces.join(''),
  }
}
