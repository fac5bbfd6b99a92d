import { resolve } from 'node:path'
import { pack } from '../pack.js'
import { packWith, type OwnSuite } from './packWith.js'
import { readProfile } from '../profile/readProfile.js'
import type { Json, Profile, Waiver } from '../profile/profile.js'
import { redactedProfile } from '../profile/redactedProfile.js'
import { readPointer } from '../contract/jsonPointer.js'
import type { PlanOptions } from '../judge/makePlan.js'
import type { Progress } from '../act/progress.js'
import type { Report } from '../judge/report.js'
import { systemClock } from '../client/clock.js'
import { runProfile } from './runProfile.js'

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
  /** Suites of your own, run beside those of octospec; `verifyRun` and `settleRun` must be given them, too. */
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

/**
 * Holds a target up to the documents, as `octospec run` does, and writes the report.
 *
 * @throws ProfileError for a profile that cannot be used; RunError when the run cannot start, so that no booking was made;
 * OutputError or FolderInUse when the folder cannot be used. What cannot be written once the run has begun is in `unwritten`.
 */
export async function runSuites(options: RunSuitesOptions): Promise<RanSuites> {
  const { profile: file, env = process.env, waive, suites } = options
  const overrides = { ...options.overrides, ...(waive !== undefined && { waive: waive.map((each) => ({ ...each })) }) }
  const registry = packWith(suites)
  const now = new Date(systemClock.now())
  const cwd = resolve('.')
  const profile = await readProfile({ keys: registry.profile, file, env, now, cwd, overrides })
  const command = options.command ?? commandOf(options, profile)
  return runProfile(profile, { ...options, command, env, cwd, registry })
}

/** The command line that makes such a run. */
function commandOf(
  { effort, strict, wait, allowLiveBookings, overrides }: RunSuitesOptions,
  profile: Profile,
): string[] {
  // As reports show it, without a secret.
  const url = readPointer<Json>(redactedProfile(profile, pack.profile), '/target/url')
  return [
    // A program has it among its dependencies, and not on its path.
    'npx',
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
