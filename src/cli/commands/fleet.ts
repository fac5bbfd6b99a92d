import { join, resolve } from 'node:path'
import { escapeText } from '../../contract/escapeText.js'
import { runFleet } from '../../library/runFleet.js'
import type { FleetProgress } from '../../library/fleetTarget.js'
import { usage, exitCodeOf } from '../errorCodes.js'
import {
  command,
  duration,
  flag,
  text,
  texts,
  whole,
  word,
  reportNames,
  shardOption,
  type Command,
} from '../command.js'
import { cutShort, type Io } from '../io.js'
import { shownPath } from '../finishRun.js'
import { styleFor, type Style } from '../terminal/liveProgress.js'
import type { FleetRun } from '../../fleet/fleetFolder.js'
import { changedInWords, mergeFleets } from '../../fleet/fleetPage.js'

export const fleetCommand: Command = command({
  options: {
    out: text('out', 'folder of the fleet, the same each night; fleet otherwise'),
    concurrency: whole('concurrency', 1, 64, 'targets at once; 4 otherwise, and never two of one address'),
    shard: shardOption('shard', 'I/N: the targets of the I-th of N shards alone; --merge makes the index'),
    merge: flag('make one index of the folders of all shards of a fleet; sends nothing'),
    anew: flag('begin anew, also where the last pass was stopped before its end'),
    keep: whole('keep', 1, 1000, 'runs of each target whose files are kept; 10 otherwise'),
    'time-limit': duration('time-limit', 'such as 10m, for the run of each target'),
    effort: word('effort', ['smoke', 'low', 'normal', 'high'], 'how much to spend on properties and sequences'),
    seed: whole('seed', 0, 2_147_483_647, 'whole number that all chance follows from'),
    only: texts('only', 'checks or clauses by id; * is any text; repeatable'),
    strict: flag('a convention that is broken fails'),
    report: reportNames,
    quiet: flag('the last lines alone'),
  },
  many: { files: 'YAML file with the list of targets; with --merge, the folders of its shards, in any order' },
  epilogue:
    'Exit codes: 0 all conform, 1 some fail, 3 none fails and some could not be verified, 4 cut short: the same command goes on, 2 wrong use.',
  handle: async (given, io) => {
    if (given.merge) return mergeShards(given.files, given.out ?? 'fleet', io)
    const [file, ...more] = given.files
    if (file === undefined || more.length > 0) throw usage('octospec fleet takes one file, unless --merge is given')
    const { effort, seed, shard, concurrency, keep, report, quiet } = given
    const limit = given['time-limit']
    const cut = cutShort(io, () => undefined)
    try {
      const ran = await runFleet({
        fleet: file,
        out: given.out ?? 'fleet',
        only: given.only,
        strict: given.strict,
        anew: given.anew,
        ...(effort && { effort }),
        ...(seed !== undefined && { seed }),
        ...(shard && { shard }),
        ...(concurrency !== undefined && { concurrency }),
        ...(keep !== undefined && { keep }),
        ...(limit && { timeLimit: limit.milliseconds }),
        ...(report.length > 0 && { formats: report }),
        env: io.env,
        cwd: io.cwd,
        signal: cut.signal,
        onProgress: (said) => tell(said, quiet, io),
      })
      const lines = fleetLines([...ran.runs.values()], {
        style: styleFor(io.stdout, io.env),
        index: ran.index === null ? null : shownPath(io.cwd, join(ran.folder, 'index.html')),
        folder: shownPath(io.cwd, ran.folder),
        cutShort: ran.cutShort,
      })
      io.stdout.write(`${lines.join('\n')}\n`)
      return ran.cutShort ? exitCodeOf('aborted') : fleetExit([...ran.runs.values()])
    } finally {
      cut.release()
    }
  },
})

async function mergeShards(folders: readonly string[], out: string, io: Io): Promise<number> {
  const path = resolve(io.cwd, out)
  const { runs } = await mergeFleets(
    folders.map((folder) => resolve(io.cwd, folder)),
    path,
  )
  const index = shownPath(io.cwd, join(path, 'index.html'))
  const shown = { style: styleFor(io.stdout, io.env), folder: path, index, cutShort: false }
  io.stdout.write(`${fleetLines([...runs.values()], shown).join('\n')}\n`)
  return fleetExit([...runs.values()])
}

function tell(said: FleetProgress, quiet: boolean, { stdout, stderr, env }: Io): void {
  switch (said.kind) {
    case 'note':
      stderr.write(`note: ${escapeText(said.target)}: ${escapeText(said.text)}\n`)
      break
    case 'begin':
      if (said.done > 0 && !quiet)
        stderr.write(`going on with the pass of ${said.startedAt}: ${said.done} of ${said.targets} targets are done\n`)
      break
    case 'run': {
      if (quiet) break
      const { verdict, headline } = said.run
      const style = styleFor(stdout, env)
      const colour = verdict === 'conforms' ? 'green' : verdict === 'fails' ? 'red' : 'yellow'
      stdout.write(`${escapeText(said.target)}  ${style(colour, escapeText(headline, 200))}\n`)
    }
  }
}

const worstFirst = ['fails', 'suite-error', 'aborted', 'unverified', 'conforms'] as const

export function fleetLines(
  runs: readonly FleetRun[],
  shown: {
    readonly style: Style
    /** null: there is none yet. */
    readonly index: string | null
    readonly folder: string
    readonly cutShort: boolean
  },
): readonly string[] {
  const counts = worstFirst.flatMap((verdict) => {
    const count = runs.filter((run) => run.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${verdict}`]
  })
  const unknown = runs.reduce((sum, run) => sum + run.unknown, 0)
  return [
    `targets   ${runs.length}: ${counts.join(', ') || 'none'}`,
    `changed   ${changedInWords(runs)}`,
    ...(unknown > 0 ? [`unknown   ${unknown} ${unknown === 1 ? 'booking' : 'bookings'}: see octospec resume`] : []),
    shown.index === null ? `folder    ${shown.folder}` : `wrote     ${shown.index}`,
    ...(shown.cutShort ? [shown.style('yellow', 'cut short: give the same command once more to go on from here')] : []),
  ]
}

/** A target that could not be run, or that broke octospec, counts as not verified: the fleet as a whole was run. */
export function fleetExit(runs: readonly Pick<FleetRun, 'verdict'>[]): number {
  if (runs.some(({ verdict }) => verdict === 'fails')) return exitCodeOf('fails')
  return runs.every(({ verdict }) => verdict === 'conforms') ? exitCodeOf('conforms') : exitCodeOf('unverified')
}
