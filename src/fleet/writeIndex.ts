import { toolVersion } from '../contract/toolVersion.js'
import type { Verdict } from '../judge/report.js'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { safeJson } from '../contract/escapeText.js'
import { writeWhole } from '../evidence/writeWhole.js'
import { isFleet, type FleetFolder, type Pass } from './fleetFolder.js'
import { renderFleet } from './renderFleet.js'
import type { FleetIndex, FleetRecord } from './fleetIndex.js'

/** The index of a pass, from the records of its targets. */
function fleetIndex(startedAt: string, endedAt: string, records: readonly FleetRecord[]): FleetIndex {
  const summary: Record<Verdict, number> = { conforms: 0, fails: 0, unverified: 0, aborted: 0, 'suite-error': 0 }
  for (const { runs } of records) {
    const last = runs.at(-1)
    if (last !== undefined) summary[last.verdict] += 1
  }
  return {
    schemaVersion: 1,
    tool: { name: 'octospec', version: toolVersion() },
    startedAt,
    endedAt,
    summary,
    targets: records.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

/**
 * Writes the index of a pass beside the folders of its targets: `index.html` for people, `index.json` for programs.
 * @throws OutputError
 */
export async function writeIndex(folder: FleetFolder, pass: Pass, endedAt: string): Promise<FleetIndex> {
  const index = fleetIndex(
    pass.startedAt,
    endedAt,
    pass.targets.map((name) => folder.record(name)),
  )
  await writeWhole(join(folder.path, 'index.json'), `${safeJson(index, 2)}\n`)
  await writeWhole(join(folder.path, 'index.html'), renderFleet(index, folder.path))
  return index
}

/** Whether the files of an index would go over others: only in the folder of a fleet are they octospec's. */
export function isForeign({ path }: Pick<FleetFolder, 'path'>): boolean {
  return !isFleet(path) && ['index.json', 'index.html', 'runs'].some((name) => existsSync(join(path, name)))
}
