import { resolve } from 'node:path'
import { finish } from '../act/run.js'
import { writeRun } from './writeRun.js'
import { revisitRun } from './revisitRun.js'
import { systemClock } from '../client/clock.js'
import { cutBy } from './cutBy.js'
import type { BookingFate } from '../evidence/bookingFate.js'
import { bookingFates } from '../judge/bookingFates.js'
import { knownSecrets } from '../secrets/knownSecrets.js'
import { packWith } from './packWith.js'
import type { SettleRunOptions } from './settleRun.js'

/** What {@link cleanUpRun} came to. */
export interface CleanedUpRun {
  /** Bookings of the run that were not ended yet when it was come back to. */
  readonly found: number
  /** Those that are still there. */
  readonly left: readonly BookingFate[]
}

/**
 * Comes back to a run that left bookings behind, as `octospec cleanup` does, cancels them and renews the report. Where there are none,
 * nothing is sent and the folder stays what it was.
 *
 * @throws EvidenceError, OwnRunError or ProfileError for what is no run of this user's own or was made with another profile;
 * RunError where the target does not answer; then nothing has changed
 */
export async function cleanUpRun(options: Omit<SettleRunOptions, 'progress'>): Promise<CleanedUpRun> {
  const { clock = systemClock, env = process.env, signal, profile, target, suites } = options
  const world = { env, clock, cwd: resolve('.'), secrets: knownSecrets() }
  const run = {
    folder: resolve(options.run),
    profile,
    target,
    beginning: true,
    registry: packWith(suites),
  }
  return revisitRun(run, world, async ({ judging, append, profile }) => {
    const { bookings } = judging.registry
    const isOpen = ({ fate }: BookingFate): boolean => bookings.remains(fate) !== 'nothing'
    const found = bookingFates(judging.books.entries(), judging.registry, profile, clock.now()).filter(isOpen)
    if (found.length === 0) return { found: 0, left: [] }
    const cut = cutBy(signal)
    const { report, unwritten } = await writeRun(await append(cut.broken).act(finish, { signal: cut.signal }))
    for (const error of unwritten) throw error
    return { found: found.length, left: report.bookings.filter(isOpen) }
  })
}
