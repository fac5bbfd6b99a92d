import { resolve } from 'node:path'
import { silent, type Progress } from '../act/progress.js'
import { settle } from '../act/run.js'
import { writeRun } from './writeRun.js'
import { revisitRun } from './revisitRun.js'
import { systemClock, type Clock } from '../client/clock.js'
import { cutBy } from './cutBy.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { makeReport } from '../judge/makeReport.js'
import { firstDue } from '../judge/firstDue.js'
import { packWith, type OwnSuite } from './packWith.js'
import type { RanSuites } from './ranSuites.js'
import { knownSecrets } from '../secrets/knownSecrets.js'

/** What {@link settleRun} comes back to. */
export interface SettleRunOptions {
  /** Folder of the run. */
  readonly run: string
  /** Path of the profile, where it is no longer the one that the run was given. */
  readonly profile?: string
  /** Address in place of `target.url`, if the run was given one. */
  readonly target?: string
  /** Where `${NAME}` in the profile and the key of the run come from; the environment of the process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Suites of your own that the run was given. */
  readonly suites?: readonly OwnSuite[]
  readonly progress?: Progress
  /** Aborted: what is under way ends early and is reported as aborted. */
  readonly signal?: AbortSignal
  /** The time by which holds are due; that of the machine unless given. */
  readonly clock?: Clock
}

/** What {@link settleRun} came to. */
export interface SettledRun extends RanSuites {
  /** When the first hold is due that still ages; null: none does. */
  readonly nextAt: string | null
}

/**
 * Comes back to a run whose holds were left ageing, as `octospec settle` does, and completes its report as far as holds are due by now.
 * Where none is, nothing is sent and the report stays what it was.
 *
 * @throws EvidenceError, OwnRunError or ProfileError for what is no run of this user's own or was made with another profile;
 * RunError where the target does not answer; then nothing has changed
 */
export async function settleRun(options: SettleRunOptions): Promise<SettledRun> {
  const { clock = systemClock, env = process.env, progress = silent, signal } = options
  const folder = resolve(options.run)
  const world = { env, clock, cwd: resolve('.'), secrets: knownSecrets() }
  const registry = packWith(options.suites)
  const run = { folder, profile: options.profile, target: options.target, registry }
  return revisitRun(run, world, async ({ judging, read, append }) => {
    const file = { file: evidenceName, sha256: read.hash().digest('hex'), exchanges: judging.exchanges }
    const before = makeReport(judging, file)
    const due = firstDue(before)
    if (due === null || Date.parse(due) > clock.now()) return { report: before, folder, unwritten: [], nextAt: due }
    const cut = cutBy(signal)
    const { report, unwritten } = await writeRun(await append(cut.broken).act(settle, { signal: cut.signal, progress }))
    return { report, folder, unwritten, nextAt: firstDue(report) }
  })
}
