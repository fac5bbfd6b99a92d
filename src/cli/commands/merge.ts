import { join, resolve } from 'node:path'
import { evidenceFile, evidenceName } from '../../evidence/evidenceFile.js'
import { isFleet } from '../../fleet/fleetFolder.js'
import { mergeFleets } from '../../fleet/mergeFleets.js'
import { mergeEvidence, readShards } from '../../judge/mergeEvidence.js'
import { keyOfShards, targetOfShards } from '../../library/mergeRuns.js'
import { pack } from '../../pack.js'
import { defaultFormats } from '../../report/formats/index.js'
import { placeOfRun, readReport } from '../../report/reportFile.js'
import { command, type Command } from '../command.js'
import { finishRun, shownPath } from '../finishRun.js'
import { fleetExit, fleetLines } from '../fleetSummary.js'
import type { Io } from '../io.js'
import { flag, text } from '../options.js'
import { outFolder } from '../outFolder.js'
import { reportNames } from '../reportNames.js'
import { styleFor } from '../terminal/style.js'

export const mergeCommand: Command = command({
  options: {
    out: text('out', 'folder for the report; a new one in reports/ otherwise, and fleet for that of a fleet'),
    report: reportNames,
    baseline: text('baseline', 'earlier run: the exit code is for what is new since then alone'),
    quiet: flag('the last lines alone'),
    verbose: flag('all that is untested, too'),
  },
  many: { runs: 'folders of all of the shards of one run or of one fleet, in any order' },
  epilogue: 'Sends nothing. Exit codes are those of a run.',
  handle: async (given, io) => {
    const { out, report: asked, quiet, verbose } = given
    const folders = given.runs.map((run) => placeOfRun(io.cwd, run).folder)
    if (folders.every(isFleet)) return mergeFleet(folders, out, io)
    const names = asked.length > 0 ? asked : defaultFormats
    const baseline = given.baseline === undefined ? undefined : readReport(io.cwd, given.baseline)
    const shards = await readShards(folders.map((run) => join(run, evidenceName)))
    const { key, unsealed } = keyOfShards(shards, io.env)
    if (unsealed !== null)
      io.stderr.write(
        `note: what is merged carries no seal, so settle and cleanup cannot come back to it: ${unsealed}\n`,
      )
    const target = targetOfShards(shards)
    const folder = outFolder({ out, names, target }, io)
    try {
      const path = folder.begin(target)
      const sink = evidenceFile(join(path, evidenceName), { key })
      const judging = await mergeEvidence(shards, pack, sink)
      folder.reported()
      const showing = { quiet, verbose, names, ...(baseline && { baseline }) }
      return await finishRun({ ...showing, judging, sink, folder: path }, io)
    } finally {
      folder.close()
    }
  },
})

/** Makes one index of the shards of a fleet. */
async function mergeFleet(folders: readonly string[], out: string | undefined, io: Io): Promise<number> {
  const path = resolve(io.cwd, out ?? 'fleet')
  const { runs } = await mergeFleets(folders, path)
  const index = shownPath(io.cwd, join(path, 'index.html'))
  const shown = { style: styleFor(io.stdout, io.env), folder: path, index, cutShort: false }
  io.stdout.write(`${fleetLines([...runs.values()], shown).join('\n')}\n`)
  return fleetExit([...runs.values()])
}
