import { resolve } from 'node:path'
import { pack } from './pack.js'
import { readProfile } from './profile/readProfile.js'
import type { Json, Profile } from './profile/profile.js'
import { redactedProfile } from './profile/redactedProfile.js'
import { readPointer } from './contract/jsonPointer.js'
import { evidenceName } from './evidence/evidenceFile.js'
import { openRunKey, type RunKey } from './evidence/runKey.js'
import { RunKeyError } from './evidence/runKeyError.js'
import { recordRun, type RecordedRun } from './report/recordRun.js'
import { openReportFolder } from './report/reportFolder.js'
import { beginFiles, endFiles, filesOf } from './report/runFiles.js'
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
  const {
    profile: file,
    env = process.env,
    overrides = {},
    concurrency,
    out,
    formats = [],
    progress = silent,
  } = options
  const now = systemClock.now()
  const cwd = resolve('.')
  const profile = await readProfile({ keys: pack.profile, file, env, now: new Date(now), cwd, overrides })
  const folder = openReportFolder({ cwd, out, targetUrl: profile.target.url, now })
  const write = async ({ judging, sink }: RecordedRun): Promise<RanSuites> => {
    const { failed: lost, ...evidence } = sink.close()
    const report = makeReport(judging, { file: evidenceName, ...evidence })
    const { failed } = await writeReports(folder.path, pack.contract, report, formats)
    endFiles(folder.path)
    return { report, folder: folder.path, unwritten: [...(lost === null ? [] : [lost]), ...failed] }
  }
  try {
    beginFiles(folder.path, filesOf(formats, false))
    const choices = { ...options, command: options.command ?? commandOf(options, profile) }
    const recording = { registry: pack, profile, choices, clock: systemClock, concurrency, progress }
    return await recordRun(
      { ...recording, env: process.env, folder: folder.path, key: keyOf(env), signalFor: () => options.signal },
      write,
      async (recorded) => void (await write(recorded)),
    )
  } finally {
    folder.close()
  }
}

/** The command line that makes such a run. */
function commandOf(
  { effort, strict, wait, allowLiveBookings, overrides }: RunSuitesOptions,
  profile: Profile,
): string[] {
  // As reports show it, without a secret.
  const url = readPointer<Json>(redactedProfile(profile, pack.profile), '/target/url')
  return [
    'octospec',
    'run',
    '--profile',
    profile.file,
    ...(typeof url === 'string' && overrides?.['target.url'] !== undefined ? ['--target', url] : []),
    // A smoke run chooses checks; what failed in it is run again as in any other.
    ...(effort === undefined || effort === 'smoke' ? [] : ['--effort', effort]),
    ...(strict === true ? ['--strict'] : []),
    ...(wait === true ? ['--wait'] : []),
    ...(allowLiveBookings === true ? ['--allow-live-bookings'] : []),
  ]
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
