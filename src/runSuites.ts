import { resolve } from 'node:path'
import { pack } from './pack.js'
import { readProfile } from './profile/readProfile.js'
import type { Json } from './profile/profile.js'
import { evidenceName } from './evidence/evidenceFile.js'
import { openRunKey, type RunKey } from './evidence/runKey.js'
import { RunKeyError } from './evidence/runKeyError.js'
import { recordRun } from './report/recordRun.js'
import { writeReports } from './report/writeReports.js'
import type { PlanOptions } from './judge/makePlan.js'
import { makeReport } from './judge/makeReport.js'
import { silent, type Progress } from './act/progress.js'
import type { Report } from './judge/report.js'
import { systemClock } from './client/clock.js'

/** What {@link runSuites} runs, and on what. */
export interface RunSuitesOptions extends PlanOptions {
  /** Path of a YAML profile. */
  readonly profile: string
  /** Where `${NAME}` in the profile comes from; the environment of the process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Values over the profile, by dotted key: `{ 'target.url': 'http://127.0.0.1:4010' }`. */
  readonly overrides?: Readonly<Record<string, Json>>
  /** Scenarios at once; `limits.concurrency` of the profile unless given. */
  readonly concurrency?: number
  /** Folder for evidence and reports; without one a new folder is made in `reports/`. */
  readonly out?: string
  /** Formats of the report, as `octospec run --report` knows them; `json` in any case. */
  readonly formats?: readonly string[]
  readonly progress?: Progress
  /** Aborted: the run ends early, cleans up and is reported as aborted. */
  readonly signal?: AbortSignal
}

/**
 * Holds a target up to the documents, as `octospec run` does, and writes the report.
 *
 * @throws ProfileError for a profile that cannot be used; RunError when the run cannot start, so that no booking was made;
 * OutputError when a file cannot be written
 */
export async function runSuites(
  options: RunSuitesOptions,
): Promise<{ readonly report: Report; readonly folder: string }> {
  const {
    profile: file,
    env = process.env,
    overrides = {},
    concurrency,
    out,
    formats = [],
    progress = silent,
  } = options
  const cwd = resolve('.')
  const profile = await readProfile({ file, env, now: new Date(systemClock.now()), cwd, overrides })
  const recording = {
    registry: pack,
    profile,
    choices: options,
    clock: systemClock,
    cwd,
    out,
    env: process.env,
    concurrency,
    progress,
  }
  return recordRun(
    { ...recording, key: keyOf(env), signalFor: () => options.signal },
    async ({ judging, sink, folder }) => {
      const report = makeReport(judging, { file: evidenceName, ...sink.close() })
      await writeReports(folder, pack.contract, report, formats)
      return { report, folder }
    },
  )
}

/** Where no key can be kept, the run is made all the same, and nothing can come back to it. */
function keyOf(env: NonNullable<RunSuitesOptions['env']>): RunKey | undefined {
  try {
    return openRunKey(env, true)
  } catch (error) {
    if (error instanceof RunKeyError) return undefined
    throw error
  }
}
