import { spawnSync } from 'node:child_process'
import { resolve, basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { specFile } from '../../contract/specFile.js'
import { pack } from '../../pack.js'
import { keyOf, type Kill, killsCsv, killsDiff, killsOf, parseKills, rankScenarios, runOf } from '../../proof/kills.js'
import type { Proof, ProofRow, ScenarioCost } from '../../proof/proof.js'
import { badgeOfProof, broken, proofSummary, proofTotals, unproven } from '../../proof/proofSummary.js'
import { chosenTasks, effortTasks, proofTasks, prove, sampledTasks, staleKills } from '../../proof/prove.js'
import { usage } from '../errorCodes.js'
import { command, flag, text, texts, whole, word, type Command } from '../command.js'
import type { Io } from '../io.js'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { writeWhole } from '../../evidence/files.js'
import { rankingFile } from '../../suite/pack.js'

export const proveCommand: Command = command({
  options: {
    only: texts('only', 'faults and variants of this name alone; * stands for any run of characters; writes nothing'),
    dialect: word('dialect', ['default', 'partner'], 'in this dialect alone; writes nothing'),
    sample: whole('sample', 1, 1_000, 'one in so many of them, and all that kills.csv does not have; writes nothing'),
    seed: text('seed', 'which ones: any text; the commit unless given'),
    effort: word('effort', ['smoke'], 'how much of the faults a run of this effort shows; writes nothing'),
    check: flag('write nothing; fail where kills.csv is out of date'),
    verbose: flag('a line for each fault and variant, with what turned red'),
    out: text('out', 'folder of kills.csv, README.md and badge.svg; reports unless given'),
  },
  epilogue:
    'Runs the suite against the reference service with each fault and each legal variant, in both dialects, and writes which check each fault turns red.',
  handle: async ({ only, dialect, sample, seed, effort, check, verbose, out }, io) => {
    const folder = resolve(io.cwd, out ?? 'reports')
    const all = proofTasks()
    const named = chosenTasks(effort === undefined ? all : effortTasks(effort), only, dialect)
    if (named.length === 0)
      throw usage('no fault and no variant has such a name', 'see octospec serve --list-faults and --list-variants')
    const known = sample === undefined && !check ? [] : publishedKills(folder)
    const from = seed ?? commit(io.cwd)
    const tasks = sample === undefined ? named : sampledTasks(named, known, { one: sample, seed: from })
    const began = performance.now()
    const { rows } = await prove({
      tasks,
      worker: pathToFileURL(specFile('../dist/bundle/proofWorker.js')),
      onRow: (row, done, total) => tell(io, row, done, total, verbose),
    })
    if (io.stderr.isTTY === true) io.stderr.write('\r\u001B[2K')
    if (effort !== undefined) return tellShare(rows, io)
    const kills = killsOf(rows, pack)
    const isWhole = only.length === 0 && dialect === undefined && sample === undefined
    const problems = isWhole ? unproven(rows, pack.checks.keys()) : broken(rows)
    if (check) {
      const ran = new Set(tasks.map(keyOf))
      const before = known.filter((kill) => ran.has(runOf(kill)))
      const { lost, failed, moved, other } = killsDiff(before, kills, pack)
      problems.push(...[...lost, ...failed, ...moved, ...other].map((what) => `kills.csv is stale: ${what}`))
    }
    const gone = staleKills(all, known)
    if (gone.length > 0 && check) problems.push(`kills.csv names what is gone: ${gone.join(', ')}`)
    else if (gone.length > 0) io.stdout.write(`warning: kills.csv names what is gone: ${gone.join(', ')}\n`)
    for (const problem of problems) io.stdout.write(`${problem}\n`)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    const held = rows.filter(({ holds }) => holds).length
    const ofSample = sample === undefined ? '' : `, a sample by ${from}`
    io.stdout.write(
      isWhole
        ? `${proofSummary(kills, pack).headline}\n`
        : `${held} of ${rows.length} faults and variants as they should be${ofSample}\n`,
    )
    io.stdout.write(`${rows.length} runs of the suite in ${seconds} s\n`)
    if (isWhole && !check) await publishProof(kills, rows.find(({ costs }) => costs !== undefined)?.costs ?? [], folder)
    return problems.length > 0 ? 1 : 0
  },
})

/** The commit that is checked out, so that each one tests another slice; where there is none, always the same. */
function commit(cwd: string): string {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : 'octospec'
}

function tellShare(rows: Proof['rows'], { stdout }: Io): number {
  const alarms = broken(rows.filter(({ kind }) => kind === 'variant'))
  for (const alarm of alarms) stdout.write(`${alarm}\n`)
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

function tell({ stdout, stderr }: Io, row: ProofRow, done: number, total: number, verbose: boolean): void {
  const { kind, name, dialect, holds, by, collateral, requests, milliseconds } = row
  if (verbose) {
    const red = [...by, ...collateral].map(
      (each) => `    ${by.includes(each) ? '' : 'also '}${each.outcome} ${each.check}: ${each.message}\n`,
    )
    const verb = holds ? 'holds' : 'BREAKS'
    stdout.write(
      `${verb} ${kind} ${name ?? 'none'} (${dialect}), ${requests} requests, ${milliseconds} ms\n${red.join('')}`,
    )
  } else if (stderr.isTTY === true) stderr.write(`\r\u001B[2K${done}/${total} ${kind} ${name ?? 'none'}`)
  else if (done % 50 === 0) stderr.write(`${done}/${total}\n`)
}

/** Writes the matrix, the totals and the badge of a proof, and the headline and the ranking beside them. */
export async function publishProof(
  kills: readonly Kill[],
  costs: readonly ScenarioCost[],
  folder: string,
): Promise<void> {
  const summary = proofSummary(kills, pack)
  const beside = dirname(folder)
  const readme = join(beside, 'README.md')
  const renewed = renewReadme(read(readme) ?? '', summary.headline, `${basename(folder)}/README.md`)
  const ranking = join(beside, 'spec', rankingFile(pack.name))
  const files = [
    { path: killsFile(folder), text: killsCsv(kills) },
    { path: join(folder, 'README.md'), text: proofTotals(summary) },
    { path: join(folder, 'badge.svg'), text: badgeOfProof(summary) },
    ...(renewed === null ? [] : [{ path: readme, text: renewed }]),
    ...(existsSync(dirname(ranking))
      ? [{ path: ranking, text: `${JSON.stringify(rankScenarios(kills, costs, pack), null, 2)}\n` }]
      : []),
  ]
  await mkdir(folder, { recursive: true })
  const everybody = 0o666
  for (const { path, text } of files) await writeWhole(path, text, everybody)
}

/** The matrix that is published in a folder; empty if there is none. @throws CliError if the file is something else */
export function publishedKills(folder: string): readonly Kill[] {
  const text = read(killsFile(folder))
  try {
    return text === null ? [] : parseKills(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw usage(`${killsFile(folder)} is no matrix of kills: ${error.message}`, 'renew it with npm run prove')
  }
}

function killsFile(folder: string): string {
  return join(folder, 'kills.csv')
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

const marked = /(<!-- proof -->)[\s\S]*?(<!-- \/proof -->)/

/** The README with the headline of the proof between its marks; null where it has no marks. */
export function renewReadme(readme: string, headline: string, link: string): string | null {
  if (!marked.test(readme)) return null
  return readme.replace(marked, (_all, begin: string, end: string) => `${begin}[${headline}](${link})${end}`)
}
