import { FleetFolder, hashOfFleet, type FleetRun, type FleetIndex } from '../fleet/fleetFolder.js'
import { isForeign, writeIndex } from '../fleet/fleetPage.js'
import { FleetError, readFleet, groupsOf, inShardOf, strayVariables, type Group } from '../fleet/fleetFile.js'
import { isoOf } from '../contract/instant.js'
import { resolve } from 'node:path'
import pLimit from 'p-limit'
import { systemClock } from '../wire/clock.js'
import { OutputError } from '../evidence/files.js'
import { selectChecks } from '../judge/plan.js'
import { pack } from '../pack.js'
import { cutBy } from './resumeRun.js'
import { runTarget, type RunFleetOptions } from './fleetTarget.js'

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
 * @throws FleetError where the file cannot be used, RunError for a pattern of `only` that matches nothing, before anything is sent; OutputError or FolderInUse where the folder cannot be written
 */
export async function runFleet(options: RunFleetOptions): Promise<RanFleet> {
  const { env = process.env, cwd = resolve('.'), shard = { index: 1, of: 1 }, concurrency = 4 } = options
  const { onProgress = () => undefined } = options
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
  const startedAt = isoOf(systemClock.now())
  const { pass, close } = await folder.open({ startedAt, shard, targets, fleet: fleetHash }, options.anew === true)
  try {
    const done = targets.filter((name) => folder.isDone(name, pass)).length
    onProgress({ kind: 'begin', targets: targets.length, done, startedAt: pass.startedAt })
    const cut = cutBy(options.signal)
    const runGroup = async (group: Group): Promise<void> => {
      for (const target of group.targets) {
        if (cut.signal.aborted) return
        if (folder.isDone(target.name, pass)) continue
        const world = { folder, pass, share: fleet.share, env, cwd, signal: cut.signal, onProgress, options }
        await runTarget(target, world)
      }
    }
    const faults: unknown[] = []
    await pLimit(Math.max(1, concurrency)).map(groups, async (group) =>
      runGroup(group).catch((error: unknown) => {
        // What cannot be written down is not gone on with; what is under way cleans up first.
        faults.push(error)
        cut.broken(error)
      }),
    )
    for (const fault of faults) throw fault
    const runs = new Map(
      targets.flatMap((name) => {
        const run = folder.record(name).runs.at(-1)
        return run?.pass === pass.startedAt ? [[name, run] as const] : []
      }),
    )
    const whole = runs.size === targets.length
    if (!whole) return { folder: folder.path, runs, index: null, cutShort: true }
    const endedAt = isoOf(systemClock.now())
    const index = shard.of > 1 ? null : await writeIndex(folder, pass, endedAt)
    await folder.end(pass, endedAt)
    return { folder: folder.path, runs, index, cutShort: false }
  } finally {
    close()
  }
}
