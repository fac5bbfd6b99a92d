import { join, resolve } from 'node:path'
import '../suites/transfers/index.js'
import { readProfile } from './profile/readProfile.js'
import type { Json } from './profile/profile.js'
import { evidenceFile, evidenceName } from './evidence/evidenceFile.js'
import { openReportFolder } from './report/reportFolder.js'
import { beginFiles, endFiles, filesOf } from './report/runFiles.js'
import { writeReports } from './report/writeReports.js'
import { makePlan, type PlanOptions } from './judge/makePlan.js'
import { makeReport } from './judge/makeReport.js'
import { silent, type Progress } from './act/progress.js'
import type { Report } from './judge/report.js'
import { run } from './act/run.js'
import { registry } from './suite/registry.js'
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

/** What {@link runSuites} came to. */
export interface RanSuites {
  readonly report: Report
  /** Folder of the evidence and the reports. */
  readonly folder: string
  /** What kept files from being written: with none of these, all of them are there. */
  readonly unwritten: readonly unknown[]
}

/**
 * Holds a target up to the documents, as `octospec run` does, and writes the report.
 *
 * @throws ProfileError for a profile that cannot be used; RunError when the run cannot start, so that no booking was made;
 * OutputError or FolderInUse when the folder cannot be used. What cannot be written once the run has begun is in `unwritten`.
 */
export async function runSuites(options: RunSuitesOptions): Promise<RanSuites> {
  const { env = process.env, overrides = {}, concurrency, out, formats = [], progress = silent, signal } = options
  const now = systemClock.now()
  const cwd = resolve('.')
  const profile = await readProfile({ file: options.profile, env, now: new Date(now), cwd, overrides })
  const plan = makePlan(profile, registry, now, options)
  const folder = openReportFolder({ cwd, out, targetUrl: profile.target.url, now })
  const broken = new AbortController()
  try {
    beginFiles(folder.path, filesOf(formats, false))
    const sink = evidenceFile(join(folder.path, evidenceName), { onError: (error) => broken.abort(error) })
    const judging = await run({
      plan,
      profile,
      registry,
      clock: systemClock,
      random: systemNonce,
      sink,
      progress,
      signal: signal === undefined ? broken.signal : AbortSignal.any([signal, broken.signal]),
      ...(concurrency !== undefined && { concurrency }),
    })
    const { failed: lost, ...evidence } = sink.close()
    const report = makeReport(judging, { file: evidenceName, ...evidence })
    const { failed } = await writeReports(folder.path, report, formats)
    endFiles(folder.path)
    return { report, folder: folder.path, unwritten: [...(lost === null ? [] : [lost]), ...failed] }
  } finally {
    folder.close()
  }
}
