import type { Report } from '../judge/report.js'
import { silent } from '../act/progress.js'
import { systemClock } from '../client/clock.js'
import { openRunKey, type RunKey } from '../evidence/runKey.js'
import { RunKeyError } from '../evidence/runKeyError.js'
import { pack } from '../pack.js'
import type { Profile } from '../profile/profile.js'
import type { Pack } from '../suite/pack.js'
import { recordRun, type RecordedRun } from '../report/recordRun.js'
import { openReportFolder } from '../report/reportFolder.js'
import { setAside, type SetAside } from '../report/setAside.js'
import { beginFiles, filesOf } from '../report/runFiles.js'
import type { RunSuitesOptions } from './runSuitesOptions.js'
import type { RanSuites } from './ranSuites.js'
import { writeRun } from './writeRun.js'

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
    const recording = {
      registry,
      profile,
      choices: options,
      clock: systemClock,
      concurrency,
      progress,
      timeLimit,
    }
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
