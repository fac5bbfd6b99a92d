import { join, resolve } from 'node:path'
import { readProfile } from './profile/readProfile.js'
import type { Json } from './profile/profile.js'
import { evidenceFile, evidenceName } from './evidence/evidenceFile.js'
import { openReportFolder } from './report/reportFolder.js'
import { removeReports, writeReports } from './report/writeReports.js'
import { makePlan, type PlanOptions } from './judge/makePlan.js'
import { makeReport } from './judge/makeReport.js'
import { silent, type Progress } from './act/progress.js'
import type { Report } from './judge/report.js'
import { run } from './act/run.js'
import { pack } from './pack.js'
import { systemClock } from './client/clock.js'
import { systemNonce } from './client/nonce.js'

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
  const { env = process.env, overrides = {}, concurrency, out, formats = [], progress = silent, signal } = options
  const now = systemClock.now()
  const cwd = resolve('.')
  const profile = await readProfile({ file: options.profile, env, now: new Date(now), cwd, overrides })
  const plan = makePlan(profile, pack, now, options)
  const folder = openReportFolder({ cwd, out, targetUrl: profile.target.url, now })
  const broken = new AbortController()
  const sink = evidenceFile(join(folder.path, evidenceName), {
    onOpen: () => removeReports(folder.path),
    onError: (error) => broken.abort(error),
  })
  try {
    const judging = await run({
      plan,
      profile,
      registry: pack,
      clock: systemClock,
      random: systemNonce,
      sink,
      progress,
      signal: signal === undefined ? broken.signal : AbortSignal.any([signal, broken.signal]),
      ...(concurrency !== undefined && { concurrency }),
    })
    const report = makeReport(judging, { file: evidenceName, ...sink.close() })
    await writeReports(folder.path, pack.contract, report, formats)
    return { report, folder: folder.path }
  } finally {
    folder.discard()
  }
}
