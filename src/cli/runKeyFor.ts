import { openRunKey, type RunKey } from '../evidence/runKey.js'
import { RunKeyError } from '../evidence/runKeyError.js'
import { escapeText } from '../contract/escapeText.js'
import type { Io } from './io.js'

/** The key that seals what a run writes, made where there is none yet. A run goes on without one, and that is said. */
export function runKeyFor({ env, stderr }: Io): RunKey | undefined {
  try {
    return openRunKey(env, true)
  } catch (error) {
    if (!(error instanceof RunKeyError)) throw error
    stderr.write(
      `note: nothing can come back to this run, because it cannot be sealed: ${escapeText(error.message)}; OCTOSPEC_RUN_KEY can hold a key\n`,
    )
    return undefined
  }
}
