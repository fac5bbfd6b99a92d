import { join, resolve } from 'node:path'
import { resumeRun } from './resumeRun.js'
import { systemClock } from '../wire/clock.js'
import { uncheckedCertificates } from '../wire/network.js'
import { TookTooLong } from '../wire/stop.js'
import { messageOf } from '../contract/messageOf.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { hashFile, writeWhole } from '../evidence/files.js'
import { runKeyVariable } from '../evidence/seal.js'
import { FleetError, type FleetTarget, type Shard } from '../fleet/fleetFile.js'
import { FleetFolder, fleetRun, type Pass, type FleetRun } from '../fleet/fleetFolder.js'
import type { Report } from '../judge/report.js'
import type { PlanOptions } from '../judge/plan.js'
import { RunError } from '../judge/runError.js'
import { sinceOf } from '../judge/compareReports.js'
import { unstartedReport } from '../judge/makeReport.js'
import { pack } from '../pack.js'
import { PlainFileError } from '../profile/plainFile.js'
import type { Profile } from '../profile/profile.js'
import { ProfileError } from '../profile/profileError.js'
import { variablesIn } from '../profile/variables.js'
import { openReportFolder } from '../report/reportFolder.js'
import { beginFiles, endFiles, filesOf, setAside, writeReports } from '../report/runFiles.js'
import { commandWords, runProfile } from './runSuites.js'
import { KnownSecrets } from '../wire/secrets.js'
import { readProfileOf, reportIn } from './ownRun.js'

/** What the run of one target is told of its fleet. */
interface FleetWorld {
  readonly folder: FleetFolder
  readonly pass: Pass
  readonly share: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly signal: AbortSignal
  readonly onProgress: (said: FleetProgress) => void
  readonly options: RunFleetOptions
}

/** Runs one target and keeps what it came to; where the signal ended it, the next call runs it again. */
export async function runTarget(target: FleetTarget, world: FleetWorld): Promise<void> {
  const { folder, pass, signal, options, onProgress } = world
  const { name } = target
  const secrets = new KnownSecrets()
  await finishKilled(target, world, secrets)
  const before = folder.reportBefore(name)
  const own = folder.newRunFolder(name, systemClock.now())
  const report = await reportOf(target, join(folder.targetFolder(name), own), before, world, secrets)
  if (signal.aborted) return
  const since = before === undefined ? undefined : sinceOf(before, report)
  const run = fleetRun({ ...report, headline: secrets.text(report.headline) }, pass.startedAt, own, since)
  await folder.add(name, run)
  folder.prune(name, options.keep ?? 10)
  onProgress({ kind: 'run', target: name, run })
}

/** The report of a run of one target, whatever becomes of it. @throws OutputError, FolderInUse */
async function reportOf(
  target: FleetTarget,
  out: string,
  before: Report | undefined,
  { env, share, cwd, signal, options, onProgress }: FleetWorld,
  secrets: KnownSecrets,
): Promise<Report> {
  const { effort, seed, only, strict, formats = ['html'], timeLimit } = options
  const limit = new AbortController()
  const over = new AbortController()
  try {
    const profile = await profileOf(target, { env, share, cwd }, secrets)
    for (const text of uncheckedCertificates(profile, process.env))
      onProgress({ kind: 'note', target: target.name, text })
    if (timeLimit !== undefined)
      systemClock.sleep(timeLimit, over.signal).then(
        () => limit.abort(new TookTooLong(`${timeLimit / 1000} s`)),
        // It ended in time.
        () => undefined,
      )
    const { report, unwritten } = await runProfile(profile, {
      effort,
      seed,
      only,
      strict,
      allowUntested: target.allowUntested,
      command: commandWords({ ...target, effort, strict }).map((word) => secrets.text(word)),
      env,
      cwd,
      out,
      before,
      formats,
      timeLimit,
      signal: AbortSignal.any([signal, limit.signal]),
    })
    const [lost] = unwritten
    if (lost !== undefined) throw lost
    return report
  } catch (error) {
    if (error instanceof RunError) return reportIn(out) ?? unstarted(target, out, error, formats, secrets)
    if (error instanceof ProfileError || error instanceof FleetError)
      return unstarted(target, out, error, formats, secrets)
    throw error
  } finally {
    over.abort()
  }
}

/** Writes why there was no run into its folder. */
async function unstarted(
  { target }: FleetTarget,
  out: string,
  error: Error,
  formats: readonly string[],
  secrets: KnownSecrets,
): Promise<Report> {
  const now = systemClock.now()
  const folder = openReportFolder({ cwd: out, out, targetUrl: '', now })
  try {
    const files = filesOf(formats)
    setAside(out, files, pack, now)
    beginFiles(out, files)
    const path = join(out, evidenceName)
    await writeWhole(path, '')
    const evidence = { file: evidenceName, sha256: await hashFile(path), exchanges: 0 }
    const why = secrets.text(error.message.replaceAll('\n', '; '))
    const told = target === undefined ? undefined : secrets.text(target)
    const report = unstartedReport(why, pack.contract, { target: told, startedAt: now, evidence })
    const { failed } = await writeReports(out, pack.contract, report, formats)
    const [lost] = failed
    if (lost !== undefined) throw lost
    endFiles(out)
    return report
  } finally {
    folder.close()
  }
}

/** @throws ProfileError, FleetError */
async function profileOf(
  target: FleetTarget,
  { env, share, cwd }: Pick<FleetWorld, 'env' | 'share' | 'cwd'>,
  secrets: KnownSecrets,
): Promise<Profile> {
  const world = { env: envOf(target, { env, share, cwd }), clock: systemClock, cwd, secrets }
  return readProfileOf(target.profile, world, target.target === undefined ? {} : { 'target.url': target.target })
}

/** What one target sees of the world: its own variables and what all may have, or else the common environment. */
function envOf(
  { envFile }: FleetTarget,
  { env, share, cwd }: Pick<FleetWorld, 'env' | 'share' | 'cwd'>,
): Readonly<Record<string, string | undefined>> {
  if (envFile === undefined) return env
  const shared = Object.fromEntries(share.map((name) => [name, env[name]]))
  try {
    return { ...shared, ...variablesIn(resolve(cwd, envFile)) }
  } catch (error) {
    if (!(error instanceof PlainFileError)) throw error
    throw new FleetError([`${envFile} cannot be read: ${error.message}`])
  }
}

/** Ends what a run booked that was killed, so that no supplier keeps what nobody will come back to. */
async function finishKilled(target: FleetTarget, world: FleetWorld, secrets: KnownSecrets): Promise<void> {
  const { folder, env, cwd, signal, onProgress } = world
  const killed = folder.killed(target.name)
  // What is told of them must not hold a secret; what is wrong with the profile is told with its run.
  if (killed.length > 0) await profileOf(target, world, secrets).catch(() => undefined)
  for (const run of killed) {
    const said = (text: string): void => onProgress({ kind: 'note', target: target.name, text: secrets.text(text) })
    try {
      const kept = ['HOME', 'XDG_STATE_HOME', 'LOCALAPPDATA', runKeyVariable].map((name) => [name, env[name]])
      const { found, left, unwritten } = await resumeRun({
        run,
        cancelAll: true,
        profile: resolve(cwd, target.profile),
        ...(target.target !== undefined && { target: target.target }),
        env: { ...Object.fromEntries(kept), ...envOf(target, world) },
        signal,
      })
      for (const error of unwritten) throw error
      if (found > 0) said(`${run} was killed: of ${found} bookings that it left, ${found - left.length} are ended now`)
    } catch (error) {
      said(`${run} was killed, and what it booked could not be ended: ${messageOf(error)}`)
    }
  }
}

/** What {@link runFleet} runs, and how. */
export interface RunFleetOptions extends Pick<PlanOptions, 'effort' | 'seed' | 'only' | 'strict'> {
  /** Path of the file that lists the targets. */
  readonly fleet: string
  /** Folder of the fleet: what it has is gone on with. */
  readonly out: string
  /** Targets at once; 4 unless given. Those of one address are never run at once. */
  readonly concurrency?: number
  /** Only the targets of one shard are run, and no index is written: `mergeFleets` makes it of all. */
  readonly shard?: Shard
  /** Begins anew, also where the pass before was not brought to its end. */
  readonly anew?: boolean
  /** Runs of each target whose files are kept; 10 unless given. */
  readonly keep?: number
  /** Milliseconds that the run of one target may take. */
  readonly timeLimit?: number
  /** Formats of the reports; HTML unless given. */
  readonly formats?: readonly string[]
  /** What targets without an `envFile` see; the environment of the process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Folder that paths are relative to; that of the process unless given. */
  readonly cwd?: string
  /** Aborted: what is under way ends early and cleans up; the next call goes on from there. */
  readonly signal?: AbortSignal
  readonly onProgress?: (said: FleetProgress) => void
}

/** What is told while a fleet is run. */
export type FleetProgress =
  | { readonly kind: 'begin'; readonly targets: number; readonly done: number; readonly startedAt: string }
  | { readonly kind: 'run'; readonly target: string; readonly run: FleetRun }
  /** Something that a person should know of a target, without a secret. */
  | { readonly kind: 'note'; readonly target: string; readonly text: string }
