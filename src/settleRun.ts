import type { KeyObject } from 'node:crypto'
import { resolve } from 'node:path'
import { greet } from './act/preflight.js'
import { silent, type Progress } from './act/progress.js'
import { settle } from './act/run.js'
import { writeRun } from './cli/finishRun.js'
import { ownRun } from './cli/ownRun.js'
import { visitFolder } from './cli/visitFolder.js'
import { systemClock, type Clock } from './client/clock.js'
import { systemNonce } from './client/nonce.js'
import { uncheckedCertificates } from './client/uncheckedCertificates.js'
import { evidenceName, resumeEvidenceFile } from './evidence/evidenceFile.js'
import { makeReport } from './judge/makeReport.js'
import type { RanSuites } from './runSuites.js'
import { knownSecrets } from './secrets/knownSecrets.js'

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
  readonly signingKey?: KeyObject
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
 * @throws EvidenceError, CliError (with a `code`) or ProfileError for what is no run of this user's own or was made with another profile;
 * RunError where the target does not answer; then nothing has changed
 */
export async function settleRun(options: SettleRunOptions): Promise<SettledRun> {
  const { clock = systemClock, env = process.env, progress = silent, signal, signingKey } = options
  const folder = resolve(options.run)
  const visit = visitFolder(folder, signingKey !== undefined)
  try {
    const world = { env, clock, cwd: resolve('.'), secrets: knownSecrets() }
    const given = { profile: options.profile, target: options.target }
    const { profile, judging, read, key } = await ownRun(folder, given, world)
    const before = makeReport(judging, {
      file: evidenceName,
      sha256: read.hash().digest('hex'),
      exchanges: judging.exchanges,
    })
    const [first] = before.pending.map(({ dueAt }) => dueAt).sort()
    if (first === undefined || Date.parse(first) > clock.now())
      return { report: before, folder, unwritten: [], nextAt: first ?? null }
    const unwritable = new AbortController()
    const cut = signal === undefined ? unwritable.signal : AbortSignal.any([signal, unwritable.signal])
    await greet(judging.registry, profile, clock, cut)
    const sink = resumeEvidenceFile(read, {
      key,
      onOpen: () => visit.begin(),
      onError: (error) => unwritable.abort(error),
    })
    const notes = uncheckedCertificates(profile, env)
    await settle(judging, { profile, clock, random: systemNonce, sink, progress, signal: cut, notes })
    const { report, broken } = await writeRun({
      judging,
      sink,
      folder,
      names: visit.names,
      ...(visit.visited && { visited: visit.visited }),
      ...(signingKey && { signingKey }),
    })
    const [next] = report.pending.map(({ dueAt }) => dueAt).sort()
    return { report, folder, unwritten: broken === null ? [] : [broken.error], nextAt: next ?? null }
  } finally {
    visit.close()
  }
}
