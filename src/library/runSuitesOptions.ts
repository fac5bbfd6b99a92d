import type { OwnSuite } from './packWith.js'
import type { Json, Waiver } from '../profile/profile.js'
import type { PlanOptions } from '../judge/makePlan.js'
import type { Progress } from '../act/progress.js'

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
