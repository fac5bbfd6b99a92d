import { resolve } from 'node:path'
import { greet } from './act/preflight.js'
import { silent } from './act/progress.js'
import { finish } from './act/run.js'
import { writeRun } from './cli/finishRun.js'
import { ownRun } from './cli/ownRun.js'
import { visitFolder } from './cli/visitFolder.js'
import { systemClock } from './client/clock.js'
import { systemNonce } from './client/nonce.js'
import { uncheckedCertificates } from './client/uncheckedCertificates.js'
import { resumeEvidenceFile } from './evidence/evidenceFile.js'
import type { BookingFate } from './evidence/bookingFate.js'
import { bookingFates } from './judge/bookingFates.js'
import { knownSecrets } from './secrets/knownSecrets.js'
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
 * @throws EvidenceError, CliError (with a `code`) or ProfileError for what is no run of this user's own or was made with another profile;
 * RunError where the target does not answer; then nothing has changed
 */
export async function cleanUpRun(options: Omit<SettleRunOptions, 'progress' | 'signingKey'>): Promise<CleanedUpRun> {
  const { clock = systemClock, env = process.env, signal, profile: named, target } = options
  const folder = resolve(options.run)
  const visit = visitFolder(folder, false)
  try {
    const world = { env, clock, cwd: resolve('.'), secrets: knownSecrets() }
    const { profile, judging, read, key } = await ownRun(folder, { profile: named, target, beginning: true }, world)
    const { bookings } = judging.registry
    const isOpen = ({ fate }: BookingFate): boolean => bookings.remains(fate) !== 'nothing'
    const found = bookingFates(judging.books.entries(), judging.registry, profile, clock.now()).filter(isOpen)
    if (found.length === 0) return { found: 0, left: [] }
    const unwritable = new AbortController()
    const cut = signal === undefined ? unwritable.signal : AbortSignal.any([signal, unwritable.signal])
    await greet(judging.registry, profile, clock, cut)
    const sink = resumeEvidenceFile(read, {
      key,
      onOpen: () => visit.begin(),
      onError: (error) => unwritable.abort(error),
    })
    const notes = uncheckedCertificates(profile, env)
    await finish(judging, { profile, clock, random: systemNonce, sink, progress: silent, signal: cut, notes })
    const { report, broken } = await writeRun({
      judging,
      sink,
      folder,
      names: visit.names,
      ...(visit.visited && { visited: visit.visited }),
    })
    if (broken !== null) throw broken.error
    return { found: found.length, left: report.bookings.filter(isOpen) }
  } finally {
    visit.close()
  }
}
