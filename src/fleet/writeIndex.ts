import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { safeJson } from '../contract/escapeText.js'
import { writeWhole } from '../evidence/writeWhole.js'
import { isFleet, type FleetFolder, type Pass } from './fleetFolder.js'
import { fleetIndex, type FleetIndex } from './fleetIndex.js'
import { renderFleet } from './renderFleet.js'

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
