import { resolve } from 'node:path'
import { silent, type Progress } from '../act/progress.js'
import { systemClock, type Clock } from '../wire/clock.js'
import type { BookingFate } from '../evidence/bookingFate.js'
import { firstDue } from '../judge/bookingFates.js'
import { knownSecrets } from '../wire/secrets.js'
import { cutBy } from './cutBy.js'
import { packWith, type OwnSuite } from './packWith.js'
import type { RanSuites } from './runProfile.js'
import { revisitRun } from './revisitRun.js'
import { isOpen, openBookings, reportOf, toResume } from './toResume.js'
import { writeRun } from './writeRun.js'

/** What {@link resumeRun} comes back to. */
export interface ResumeRunOptions {
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
  /** Cancels what is left, also holds that still age and what a killed run left. */
  readonly cancelAll?: boolean
}

/** What {@link resumeRun} came to. */
export interface ResumedRun extends RanSuites {
  /** When the first hold is due that still ages; null: none does. */
  readonly nextAt: string | null
  /** How many bookings of the run were on the target when it was come back to. */
  readonly found: number
  /** Those that still are. */
  readonly left: readonly BookingFate[]
}

/**
 * Comes back to a run, as `octospec resume` does. It completes the report as far as holds are due by now, and cancels what is left where
 * no hold ages. Where a hold is due later, or nothing is left, nothing is sent and the report stays what it was.
 * @throws EvidenceError, OwnRunError or ProfileError for what is no run of this user's own or was made with another profile;
 * RunError where the target does not answer; then nothing has changed
 */
export async function resumeRun(options: ResumeRunOptions): Promise<ResumedRun> {
  const { clock = systemClock, env = process.env, progress = silent, signal, cancelAll = false } = options
  const folder = resolve(options.run)
  const world = { env, clock, cwd: resolve('.'), secrets: knownSecrets() }
  const registry = packWith(options.suites)
  const run = { folder, profile: options.profile, target: options.target, registry, beginning: cancelAll }
  return revisitRun(run, world, async (own) => {
    const { judging, read, append } = own
    const todo = toResume(own, { now: clock.now(), cancels: cancelAll, waits: false })
    const before = openBookings(own, clock.now())
    const found = before.length
    if (todo.kind === 'nothing' || todo.kind === 'early') {
      const report = reportOf(judging, read.hash().digest('hex'))
      return { report, folder, unwritten: [], nextAt: firstDue(report), found, left: before }
    }
    const cut = cutBy(signal)
    const ended = await append(cut.broken).act(todo.act, { signal: cut.signal, progress })
    const { report, unwritten } = await writeRun(ended)
    const left = report.bookings.filter((each) => isOpen(judging, each))
    return { report, folder, unwritten, nextAt: firstDue(report), found, left }
  })
}
