import type { Report } from '../judge/report.js'
import { silent, type Progress } from '../act/progress.js'
import { systemClock } from '../wire/clock.js'
import { openRunKey, RunKeyError, type RunKey } from '../evidence/runKey.js'
import { pack } from '../pack.js'
import type { Profile, Json, Waiver } from '../profile/profile.js'
import type { Pack } from '../suite/pack.js'
import { recordRun, type RecordedRun } from '../report/recordRun.js'
import { openReportFolder } from '../report/reportFolder.js'
import { beginFiles, filesOf, setAside, type SetAside } from '../report/runFiles.js'
import { writeRun } from './writeRun.js'
import type { OwnSuite } from './packWith.js'
import type { PlanOptions } from '../judge/makePlan.js'

/** What {@link runProfile} is told besides the profile. */
export interface RunProfileOptions extends Omit<RunSuitesOptions, 'profile' | 'overrides' | 'waive' | 'suites'> {
  /** The shipped pack unless given. */
  readonly registry?: Pack
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly before?: Report | undefined
}

/** Makes a run with a profile that was read: see `runSuites`, which reads it first. */
export async function runProfile(profile: Profile, options: RunProfileOptions): Promise<RanSuites> {
  const { env, cwd, out, before, concurrency, formats = [], progress = silent, timeLimit, registry = pack } = options
  const folder = openReportFolder({ cwd, out, targetUrl: profile.target.url, now: systemClock.now() })
  let aside: SetAside | null = null
  const write = async (recorded: RecordedRun): Promise<RanSuites> => {
    const { report, unwritten } = await writeRun({ ...recorded, names: formats, ...(before && { before }) })
    return { report, folder: folder.path, unwritten, ...(aside && { keptAside: aside.path }) }
  }
  try {
    const files = filesOf(formats)
    aside = setAside(folder.path, files, registry, systemClock.now())
    beginFiles(folder.path, files)
    const recording = { registry, profile, choices: options, clock: systemClock, concurrency, progress, timeLimit }
    return await recordRun(
      { ...recording, env: process.env, folder: folder.path, key: keyOf(env), signalFor: () => options.signal },
      write,
      async (recorded) => void (await write(recorded)),
    )
  } finally {
    folder.close()
  }
}

/** Where no key can be kept, the run is made all the same, and nothing can come back to it. */
function keyOf(env: RunProfileOptions['env']): RunKey | undefined {
  try {
    return openRunKey(env, true)
  } catch (error) {
    if (error instanceof RunKeyError) return undefined
    throw error
  }
}

/** What {@link runSuites} runs, and on what. */
export interface RunSuitesOptions extends PlanOptions {
  /** Path of a YAML profile. */
  readonly profile: string
  /** Where `${NAME}` in the profile comes from; the environment of the process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Values over the profile, by dotted key: `{ 'target.url': 'http://127.0.0.1:4010' }`. */
  readonly overrides?: Readonly<Record<string, Json>>
  /** In place of the waivers of the profile. */
  readonly waive?: readonly Waiver[]
  /** Suites of your own, run beside those of octospec; `verifyRun` and `resumeRun` must be given them, too. */
  readonly suites?: readonly OwnSuite[]
  /** Scenarios at once; `limits.concurrency` of the profile unless given. */
  readonly concurrency?: number
  /** Folder for evidence and reports; without one a new folder is made in `reports/`. */
  readonly out?: string
  /** Formats of the report, as `octospec run --report` knows them; `json` in any case. */
  readonly formats?: readonly string[]
  readonly progress?: Progress
  /** Milliseconds that its requests and the waits between them may take; two hours unless given. Then it ends as if aborted. */
  readonly timeLimit?: number
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
  /**
   * Folder below that one, into which the files of the run before in it were moved, as somebody may have to come back to that run; absent
   * where nothing was moved.
   */
  readonly keptAside?: string
}
