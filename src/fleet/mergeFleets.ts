import { cpSync } from 'node:fs'
import { OutputError, writing } from '../evidence/files.js'
import { ReportError, readReport } from '../report/reportFile.js'
import { sinceOf } from '../judge/compareReports.js'
import { FleetError } from './fleetFile.js'
import { FleetFolder, cameToItsEnd, type Pass, type FleetIndex, type FleetRun } from './fleetFolder.js'
import { isForeign, writeIndex } from './fleetPage.js'

/** What {@link mergeFleets} came to. */
export interface MergedFleets {
  readonly index: FleetIndex
  readonly runs: ReadonlyMap<string, FleetRun>
}

/**
 * Makes one fleet of its shards: their runs are copied to where the runs before are, what changed since those is told, and the index is
 * written.
 * @param from folders of shards, or one that all of them share
 * @param out folder of the whole; that of the shards, or another, which may have earlier passes
 * @throws FleetError unless they are all shards of one fleet, each brought to its end; OutputError
 */
export async function mergeFleets(from: readonly string[], out: string): Promise<MergedFleets> {
  const whole = new FleetFolder(out)
  if (isForeign(whole))
    throw new OutputError(out, null, ['there are files that octospec fleet did not write', 'name another folder'])
  const found = from.flatMap((path) => {
    const folder = new FleetFolder(path)
    return folder.passes().flatMap((pass) => (pass.shard.of > 1 ? [{ folder, pass }] : []))
  })
  // Where shards share a folder, those of an earlier night may have been of another number.
  const youngest = found.toSorted((a, b) => (a.pass.startedAt < b.pass.startedAt ? 1 : -1))[0]
  const shards = found.filter(({ pass }) => pass.shard.of === youngest?.pass.shard.of)
  const passes = shards.map(({ pass }) => pass)
  complain(passes)
  const startedAt = passes.map((pass) => pass.startedAt).toSorted()[0] ?? ''
  const endedAt =
    passes
      .flatMap((pass) => pass.endedAt ?? [])
      .toSorted()
      .at(-1) ?? ''
  const targets = passes.flatMap((pass) => pass.targets)
  const [first] = passes
  const { pass, close } = await whole.open(
    { startedAt, shard: { index: 1, of: 1 }, targets, fleet: first?.fleet ?? '' },
    true,
  )
  try {
    const runs = new Map<string, FleetRun>()
    for (const { folder, pass: own } of shards)
      for (const name of own.targets) runs.set(name, await take(folder, whole, name, own, pass))
    const index = await writeIndex(whole, pass, endedAt)
    await whole.end(pass, endedAt)
    return { index, runs }
  } finally {
    close()
  }
}

/** @throws FleetError */
function complain(passes: readonly Pass[]): void {
  const [first] = passes
  if (first === undefined)
    throw new FleetError(['there is no shard of a fleet in these folders'], 'name what octospec fleet --shard wrote')
  const { of } = first.shard
  if (passes.some(({ fleet }) => fleet !== first.fleet))
    throw new FleetError(['these are shards of different fleets'], 'merge shards of one fleet, made with one file')
  const there = passes.map(({ shard }) => shard.index).toSorted((a, b) => a - b)
  const wanted = Array.from({ length: of }, (_, at) => at + 1)
  if (there.join() !== wanted.join())
    throw new FleetError(
      [`these are the shards ${there.join(', ')} of ${of}`],
      'give each shard, and each of them once',
    )
  const open = passes.filter(({ endedAt }) => endedAt === null).map(({ shard }) => shard.index)
  if (open.length > 0)
    throw new FleetError(
      [`shard ${open.join(', ')} of ${of} was stopped before its end`],
      'give its command once more: it goes on from there',
    )
}

async function take(from: FleetFolder, into: FleetFolder, name: string, own: Pass, pass: Pass): Promise<FleetRun> {
  const run = from.record(name).runs.at(-1)
  if (run?.pass !== own.startedAt)
    throw new FleetError([`${from.targetFolder(name)} does not have the run that shard ${own.shard.index} made`])
  // In a folder that the shards share, the run is there, and what changed is known.
  if (from.targetFolder(name) === into.targetFolder(name)) return run
  if (into.record(name).runs.some(({ startedAt }) => startedAt === run.startedAt))
    throw new OutputError(into.runFolder(name, run), null, ['this run is there already', 'name another folder'])
  // Another run of the target may have begun in the same second.
  const taken = { ...run, folder: into.freeRunFolder(name, run.folder) }
  const folder = into.runFolder(name, taken)
  const asItIs = { recursive: true, errorOnExist: true, force: false, verbatimSymlinks: true }
  writing(folder, () => cpSync(from.runFolder(name, run), folder, asItIs))
  const merged = { ...taken, pass: pass.startedAt, since: sinceIn(into, name, taken) }
  await into.add(name, merged)
  return merged
}

/** What changed since the run before, which the shard may not have known. */
function sinceIn(folder: FleetFolder, name: string, run: FleetRun): FleetRun['since'] {
  const before = folder.reportBefore(name)
  if (before === undefined || !cameToItsEnd(run)) return null
  try {
    return sinceOf(before, readReport(folder.path, folder.runFolder(name, run)))
  } catch (error) {
    if (error instanceof ReportError) return null
    throw error
  }
}
