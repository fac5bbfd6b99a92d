import { resolve } from 'node:path'
import pLimit from 'p-limit'
import { systemClock } from '../wire/clock.js'
import { isoOf } from '../contract/instant.js'
import { FleetError, groupsOf, readFleet, strayVariables, type Group } from '../fleet/fleetFile.js'
import { FleetFolder, hashOfFleet, type FleetIndex, type FleetRun } from '../fleet/fleetFolder.js'
import { refuseForeign, writeIndex } from '../fleet/fleetPage.js'
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
 * Runs many targets, as `octospec fleet` does. It reports one that is down, or whose profile is wrong, and goes on.
 * @throws FleetError if the file cannot be used, RunError for a pattern of `only` that matches nothing, before anything
 * is sent; OutputError or FolderInUse if the folder cannot be written
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
  refuseForeign(folder)
  const groups = groupsOf(fleet, cwd, shard)
  const names = groups.flat().map(({ name }) => name)
  const begun = { startedAt: isoOf(systemClock.now()), shard, targets: names, fleet: hashOfFleet(fleet) }
  const { pass, close } = await folder.open(begun, options.anew === true)
  try {
    const doneRun = (name: string): FleetRun | undefined => {
      const run = folder.record(name).runs.at(-1)
      return run?.pass === pass.startedAt ? run : undefined
    }
    const done = names.filter((name) => doneRun(name) !== undefined).length
    onProgress({ kind: 'begin', targets: names.length, done, startedAt: pass.startedAt })
    const cut = cutBy(options.signal)
    const world = { folder, pass, share: fleet.share, env, cwd, signal: cut.signal, onProgress, options }
    const runGroup = async (group: Group): Promise<void> => {
      for (const target of group)
        if (!cut.signal.aborted && doneRun(target.name) === undefined) await runTarget(target, world)
    }
    const faults: unknown[] = []
    await pLimit(Math.max(1, concurrency)).map(groups, async (group) =>
      runGroup(group).catch((error: unknown) => {
        // A run that cannot be written down is not gone on with; those under way clean up first.
        faults.push(error)
        cut.broken(error)
      }),
    )
    for (const fault of faults) throw fault
    const runs = new Map(
      names.flatMap((name) => {
        const run = doneRun(name)
        return run === undefined ? [] : [[name, run] as const]
      }),
    )
    if (runs.size < names.length) return { folder: folder.path, runs, index: null, cutShort: true }
    const endedAt = isoOf(systemClock.now())
    const index = shard.of > 1 ? null : await writeIndex(folder, pass, endedAt)
    await folder.end(pass, endedAt)
    return { folder: folder.path, runs, index, cutShort: false }
  } finally {
    close()
  }
}
