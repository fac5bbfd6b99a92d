import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { specFile } from '../../contract/specFile.js'
import { togetherTasks } from '../../proof/togetherTasks.js'
import { unproven } from '../../proof/unproven.js'
import type { Proof, ProofRow } from '../../proof/proof.js'
import { chosenTasks, effortTasks, pairTasks, proofTasks } from '../../proof/proofTasks.js'
import { onceMore } from '../../proof/onceMore.js'
import { prove } from '../../proof/prove.js'
import { publishedProof } from '../../proof/publishedProof.js'
import { usage } from '../cliError.js'
import { command, type Command } from '../command.js'
import type { Io } from '../io.js'
import { flag, text, texts, whole, word } from '../options.js'
import { publishProof } from '../publishProof.js'

/** Seed of the random pairs: always the same, so that two runs differ only where the suite does. */
const pairSeed = 4711

export const proveCommand: Command = command({
  options: {
    only: texts('only', 'faults and variants of this name alone; * stands for any run of characters; writes nothing'),
    dialect: word('dialect', ['default', 'partner'], 'in this dialect alone; writes nothing'),
    pairs: whole('pairs', 1, 100_000, 'so many random pairs of faults instead; writes nothing'),
    effort: word('effort', ['smoke'], 'how much of the faults a run of this effort shows; writes nothing'),
    together: whole('together', 2, 20, 'so many faults, and legal variants, at a time; writes nothing'),
    everything: flag('every check for every fault, which takes five times as long; writes nothing'),
    check: flag('write nothing; fail where what is published is out of date'),
    verbose: flag('a line for each fault and variant, with what turned red'),
    threads: whole('threads', 1, 64, 'so many threads; one for each core unless given'),
    out: text('out', 'folder for README.md and badge.svg; reports unless given'),
  },
  epilogue:
    'Runs the suite against the reference service with each fault and each legal variant, in both dialects; for a fault the checks of its clause alone, where they show it.',
  handle: async ({ only, dialect, pairs, effort, together, everything, check, verbose, threads, out }, io) => {
    if (together !== undefined && (effort !== undefined || everything))
      throw usage(
        `--together does not go together with --${everything ? 'everything' : 'effort'}: a group is run with the checks of its faults alone, and what else they turn red is told of none of them`,
        'give one of the two',
      )
    const folder = resolve(io.cwd, out ?? 'reports')
    const all =
      effort !== undefined
        ? effortTasks(effort)
        : pairs === undefined
          ? proofTasks(everything)
          : pairTasks(pairs, pairSeed)
    const chosen = chosenTasks(all, only, dialect)
    const tasks = together === undefined ? chosen : togetherTasks(chosen, together, new Set())
    if (tasks.length === 0)
      throw usage('no fault and no variant has such a name', 'see octospec serve --list-faults and --list-variants')
    const began = performance.now()
    const groups: ProofRow[] = []
    const how = {
      worker: pathToFileURL(specFile('../dist/bundle/proofWorker.js')),
      ...(threads !== undefined && { threads }),
      onRow: (row: ProofRow, done: number, total: number) => {
        if (row.parts !== undefined) groups.push(row)
        tell(io, row, done, total, verbose)
      },
    }
    // In one dialect as in both, every fault was tried: then each check has to be proven.
    const inGroups = together !== undefined && pairs === undefined && only.length === 0
    const first = await prove({ tasks, ...how })
    const again = inGroups ? onceMore(first) : []
    const proof = again.length === 0 ? first : withRows(first, (await prove({ tasks: again, ...how })).rows)
    if (io.stderr.isTTY === true) io.stderr.write('\r\u001B[2K')
    if (effort !== undefined) return tellShare(proof, io)
    const partial =
      pairs !== undefined || only.length > 0 || dialect !== undefined || together !== undefined || everything
    const broken =
      partial && !inGroups
        ? proof.rows.flatMap(({ holds, names, dialect: spoken, why }) =>
            holds ? [] : [`${names.join(' + ')} (${spoken}): ${why ?? ''}`],
          )
        : unproven(proof)
    const changes = partial ? [] : await publishProof(publishedProof(proof), folder, check)
    for (const problem of [...broken, ...changes]) io.stdout.write(`${problem}\n`)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    io.stdout.write(
      `${ofGroups(groups)}${summary(proof, partial, pairs !== undefined)}\n${tasks.length + again.length} runs of the suite in ${seconds} s\n`,
    )
    return broken.length + changes.length > 0 ? 1 : 0
  },
})

/** With these rows in the place of those of the same fault in the same dialect. */
function withRows(proof: Proof, rows: readonly ProofRow[]): Proof {
  const keyOf = ({ names, dialect, kind }: ProofRow): string => JSON.stringify([kind, names, dialect])
  const better = new Map(rows.map((row) => [keyOf(row), row]))
  return { ...proof, rows: proof.rows.map((row) => better.get(keyOf(row)) ?? row) }
}

/** How many faults were on with others, and for how many of them that was not enough. */
function ofGroups(groups: readonly ProofRow[]): string {
  if (groups.length === 0) return ''
  const faults = groups.flatMap(({ names }) => names).length
  const alone = groups.flatMap((row) => row.alone ?? []).length
  return `${faults} faults in ${groups.length} groups, ${alone} of them run by themselves afterwards\n`
}

/** How much of the faults of a run of little effort shows, and whether that is enough. */
function tellShare({ rows }: Proof, { stdout }: Io): number {
  const alarms = rows.filter(({ kind, holds }) => kind === 'variant' && !holds)
  for (const { names, dialect, why } of alarms) stdout.write(`${names.join()} (${dialect}): ${why ?? ''}\n`)
  const faults = rows.filter(({ kind }) => kind === 'fault')
  const [caught, right] = [faults.filter(isRed), faults.filter(({ holds }) => holds)].map(({ length }) => length)
  const percent = ((caught ?? 0) / Math.max(1, faults.length)) * 100
  const most = Math.max(0, ...rows.flatMap(({ kind, requests }) => (kind === 'variant' ? [requests] : [])))
  stdout.write(
    `of ${faults.length} runs with a fault ${caught ?? 0} turn red (${percent.toFixed(1)} %), ${right ?? 0} for the right reason; at most ${most} requests on a service as it should be\n`,
  )
  return percent >= leastPercent && alarms.length === 0 ? 0 : 1
}

/** Of the faults that a smoke run must show, in percent: what it came to, rounded down. More than 60 is the aim. */
const leastPercent = 48

function isRed({ by, collateral }: ProofRow): boolean {
  return [...by, ...collateral].some(({ outcome }) => outcome !== 'error')
}

function summary(proof: Proof, partial: boolean, pairs: boolean): string {
  if (!partial) return publishedProof(proof).headline
  const held = proof.rows.filter(({ holds }) => holds).length
  return pairs
    ? `${proof.rows.length} pairs of faults, ${held} with the verdict fails and one of the two caught for the right reason`
    : `${held} of ${proof.rows.length} faults, variants and groups of variants as they should be`
}

function tell({ stdout, stderr }: Io, row: ProofRow, done: number, total: number, verbose: boolean): void {
  const name = row.names.join(' + ') || 'none'
  if (verbose) {
    const red = [...row.by, ...row.collateral].map(
      ({ check, outcome, message }) =>
        `    ${row.by.some((each) => each.check === check) ? '' : 'also '}${outcome} ${check}: ${message}\n`,
    )
    const { alone = [], crash } = row
    const broke = crash === undefined ? '' : `    together they broke the run: ${crash}\n`
    const apart = alone.length > 0 ? `    by themselves: ${alone.join(', ')}\n` : ''
    stdout.write(
      `${row.holds ? 'holds' : 'BREAKS'} ${row.kind} ${name} (${row.dialect}), ${row.requests} requests, ${row.milliseconds} ms\n${broke}${apart}${red.join('')}`,
    )
  } else if (stderr.isTTY === true) stderr.write(`\r\u001B[2K${done}/${total} ${row.kind} ${name}`)
  else if (done % 50 === 0) stderr.write(`${done}/${total}\n`)
}
