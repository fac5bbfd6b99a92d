import { join, resolve } from 'node:path'
import { limitConcurrency } from './act/limitConcurrency.js'
import { cleanUpRun } from './cleanUpRun.js'
import { secretsOf } from './client/secretsOf.js'
import { systemClock } from './client/clock.js'
import { uncheckedCertificates } from './client/uncheckedCertificates.js'
import { messageOf } from './contract/messageOf.js'
import { evidenceName } from './evidence/evidenceFile.js'
import { hashFile } from './evidence/hashFile.js'
import { OutputError } from './evidence/outputError.js'
import { runKeyVariable } from './evidence/runKey.js'
import { writeWhole } from './evidence/writeWhole.js'
import type { FleetTarget } from './fleet/fleet.js'
import { FleetError } from './fleet/fleetError.js'
import { FleetFolder, hashOfFleet, type Pass } from './fleet/fleetFolder.js'
import { fleetRun, type FleetIndex, type FleetRun } from './fleet/fleetIndex.js'
import { groupsOf, inShardOf, strayVariables, type Group } from './fleet/groups.js'
import { readFleet } from './fleet/readFleet.js'
import { isForeign, writeIndex } from './fleet/writeIndex.js'
import type { PlanOptions } from './judge/makePlan.js'
import type { Report } from './judge/report.js'
import { RunError } from './judge/runError.js'
import { selectChecks } from './judge/selectChecks.js'
import type { Shard } from './judge/shard.js'
import { sinceOf } from './judge/sinceOf.js'
import { unstartedReport } from './judge/unstartedReport.js'
import { pack } from './pack.js'
import { PlainFileError } from './profile/plainFile.js'
import type { Profile } from './profile/profile.js'
import { ProfileError } from './profile/profileError.js'
import { readProfile } from './profile/readProfile.js'
import { variablesIn } from './profile/variablesIn.js'
import { ReportError } from './report/reportError.js'
import { readReport } from './report/reportFile.js'
import { openReportFolder } from './report/reportFolder.js'
import { beginFiles, endFiles, filesOf } from './report/runFiles.js'
import { writeReports } from './report/writeReports.js'
import { runProfile } from './runProfile.js'
import { knownSecrets, type KnownSecrets } from './secrets/knownSecrets.js'

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

/** What {@link runFleet} came to. */
export interface RanFleet {
  /** Absolute. */
  readonly folder: string
  /** The last run of each target of this pass, by name. */
  readonly runs: ReadonlyMap<string, FleetRun>
  /** null: this was one shard, or it was cut short. */
  readonly index: FleetIndex | null
  /** The signal ended it before all targets were done. */
  readonly cutShort: boolean
}

/**
 * Runs many targets, as `octospec fleet` does. One that is down, or whose profile is wrong, is reported as such and keeps none of the
 * others from being run.
 *
 * @throws FleetError where the file cannot be used, RunError for a pattern of `only` that matches nothing, before anything is sent; OutputError or FolderInUse where the folder cannot be written
 */
export async function runFleet(options: RunFleetOptions): Promise<RanFleet> {
  const { env = process.env, cwd = resolve('.'), shard = { index: 1, of: 1 }, concurrency = 4 } = options
  const { signal, onProgress = () => undefined } = options
  const fleet = readFleet(options.fleet, cwd)
  // A pattern that matches nothing is wrong for all of them.
  selectChecks(pack, options.only ?? [])
  const stray = strayVariables(fleet, cwd)
  if (stray.length > 0)
    throw new FleetError(
      [`a secret of one target may not go to another:`, ...stray],
      'give each of these targets an envFile of its own, or list under share what all of them may be sent',
    )
  const folder = new FleetFolder(resolve(cwd, options.out))
  if (isForeign(folder))
    throw new OutputError(folder.path, null, [
      'there are files that octospec fleet did not write',
      'name another folder with --out',
    ])
  const groups = inShardOf(groupsOf(fleet, cwd), shard)
  const targets = groups.flatMap((group) => group.targets.map(({ name }) => name))
  const fleetHash = hashOfFleet(fleet.targets.map(({ name }) => name))
  const startedAt = new Date(systemClock.now()).toISOString()
  const { pass, close } = await folder.open({ startedAt, shard, targets, fleet: fleetHash }, options.anew === true)
  try {
    const done = targets.filter((name) => folder.isDone(name, pass)).length
    onProgress({ kind: 'begin', targets: targets.length, done, startedAt: pass.startedAt })
    const broken = new AbortController()
    const cut = signal === undefined ? broken.signal : AbortSignal.any([signal, broken.signal])
    const runGroup = async (group: Group): Promise<void> => {
      for (const target of group.targets) {
        if (cut.aborted) return
        if (folder.isDone(target.name, pass)) continue
        const world = { folder, pass, share: fleet.share, env, cwd, signal: cut, onProgress, options }
        await runTarget(target, world)
      }
    }
    let fault: { readonly error: unknown } | null = null
    await limitConcurrency(concurrency, groups, async (group) =>
      runGroup(group).catch((error: unknown) => {
        // What cannot be written down is not gone on with; what is under way cleans up first.
        fault ??= { error }
        broken.abort(error)
      }),
    )
    // What a callback assigns is not seen by the compiler.
    const failed = fault as { readonly error: unknown } | null
    if (failed !== null) throw failed.error
    const runs = new Map(
      targets.flatMap((name) => {
        const run = folder.record(name).runs.at(-1)
        return run?.pass === pass.startedAt ? [[name, run] as const] : []
      }),
    )
    const whole = runs.size === targets.length
    if (!whole) return { folder: folder.path, runs, index: null, cutShort: true }
    const endedAt = new Date(systemClock.now()).toISOString()
    const index = shard.of > 1 ? null : await writeIndex(folder, pass, endedAt)
    await folder.end(pass, endedAt)
    return { folder: folder.path, runs, index, cutShort: false }
  } finally {
    close()
  }
}

interface World {
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
async function runTarget(target: FleetTarget, world: World): Promise<void> {
  const { folder, pass, signal, options, onProgress } = world
  const { name } = target
  const secrets = knownSecrets()
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
  { env, share, cwd, signal, options, onProgress }: World,
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
        () => limit.abort(new Error(`the run took longer than its time limit of ${timeLimit / 1000} s`)),
        // It ended in time.
        () => undefined,
      )
    const { report, unwritten } = await runProfile(profile, {
      ...(effort && { effort }),
      ...(seed !== undefined && { seed }),
      ...(only && { only }),
      ...(strict !== undefined && { strict }),
      allowUntested: target.allowUntested,
      command: commandOf(target, options, secrets),
      env,
      cwd,
      out,
      before,
      formats,
      ...(timeLimit !== undefined && { timeLimit }),
      signal: AbortSignal.any([signal, limit.signal]),
    })
    const [lost] = unwritten
    if (lost !== undefined) throw lost
    return report
  } catch (error) {
    if (error instanceof RunError) return writtenReport(cwd, out) ?? unstarted(target, out, error, formats, secrets)
    if (error instanceof ProfileError || error instanceof FleetError)
      return unstarted(target, out, error, formats, secrets)
    throw error
  } finally {
    over.abort()
  }
}

/** Of a run that could not go on. */
function writtenReport(cwd: string, out: string): Report | undefined {
  try {
    return readReport(cwd, out)
  } catch (error) {
    if (error instanceof ReportError) return undefined
    throw error
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
    beginFiles(out, filesOf(formats, false))
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
  { env, share, cwd }: Pick<World, 'env' | 'share' | 'cwd'>,
  secrets: KnownSecrets,
): Promise<Profile> {
  const profile = await readProfile({
    keys: pack.profile,
    file: target.profile,
    env: envOf(target, { env, share, cwd }),
    now: new Date(systemClock.now()),
    cwd,
    overrides: target.target === undefined ? {} : { 'target.url': target.target },
    onSecrets: (each) => secrets.add(each),
  })
  secrets.add(secretsOf(profile, pack.requests))
  return profile
}

/** What one target sees of the world: its own variables and what all may have, or else the common environment. */
function envOf(
  { envFile }: FleetTarget,
  { env, share, cwd }: Pick<World, 'env' | 'share' | 'cwd'>,
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
async function finishKilled(target: FleetTarget, world: World, secrets: KnownSecrets): Promise<void> {
  const { folder, env, cwd, signal, onProgress } = world
  const killed = folder.killed(target.name)
  // What is told of them must not hold a secret; what is wrong with the profile is told with its run.
  if (killed.length > 0) await profileOf(target, world, secrets).catch(() => undefined)
  for (const run of killed) {
    const said = (text: string): void => onProgress({ kind: 'note', target: target.name, text: secrets.text(text) })
    try {
      const kept = ['HOME', 'XDG_STATE_HOME', 'LOCALAPPDATA', runKeyVariable].map((name) => [name, env[name]])
      const { found, left } = await cleanUpRun({
        run,
        profile: resolve(cwd, target.profile),
        ...(target.target !== undefined && { target: target.target }),
        env: { ...Object.fromEntries(kept), ...envOf(target, world) },
        signal,
      })
      if (found > 0) said(`${run} was killed: of ${found} bookings that it left, ${found - left.length} are ended now`)
    } catch (error) {
      said(`${run} was killed, and what it booked could not be ended: ${messageOf(error)}`)
    }
  }
}

/** The words that make such a run again: see `Plan.command`. */
function commandOf(
  { profile, target, envFile }: FleetTarget,
  { effort, strict }: RunFleetOptions,
  secrets: KnownSecrets,
): readonly string[] {
  const given = { profile, target, 'env-file': envFile, effort }
  return [
    'octospec',
    'run',
    ...Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, secrets.text(value)],
    ),
    ...(strict === true ? ['--strict'] : []),
  ]
}
