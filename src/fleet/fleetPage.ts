import { existsSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { escaped, type Html } from '../report/escape.js'
import { byVerdict, changesCell, staticPage, verdictBadge, verdictMarks } from '../report/page/parts.js'
import { dateOf, plural } from '../words.js'
import {
  type FleetIndex,
  type FleetRecord,
  type FleetRun,
  FleetFolder,
  type Pass,
  cameToItsEnd,
} from './fleetFolder.js'
import { toolVersion } from '../contract/specFile.js'
import type { Verdict } from '../judge/report.js'
import { safeJson } from '../contract/escapeText.js'
import { OutputError, writeWhole, writing } from '../evidence/files.js'
import { ReportError, readReport } from '../report/reportFile.js'
import { sinceOf } from '../judge/compareReports.js'
import { FleetError } from './fleetFile.js'

/** By this a page is known to be one of octospec's, which the next one may replace. */
const generator = 'octospec fleet'

const styles = `
.trend{white-space:nowrap;font-weight:700;letter-spacing:.1em}.trend a{text-decoration:none}
.trend .x-fail,.trend .x-error{color:var(--fail)}.trend .x-warn{color:var(--warn)}.trend .x-pass{color:var(--pass)}.trend .x-untested{color:var(--open)}
`

/** The targets of a fleet as one static page, the worst first. */
function renderFleet({ startedAt, endedAt, summary, targets }: FleetIndex, folder: string): string {
  // Its own keys.
  const standing = (Object.keys(verdictMarks) as Verdict[]).flatMap((verdict) =>
    summary[verdict] === 0 ? [] : [escaped`${verdictBadge(verdict)} ${summary[verdict]}&#8195;`],
  )
  const rows = targets
    .flatMap((target) => {
      const last = target.runs.at(-1)
      return last === undefined ? [] : [{ target, last }]
    })
    .toSorted((a, b) => byVerdict(a.last, b.last))
  return staticPage(
    { generator, title: `octospec: a fleet of ${plural(targets.length, 'target')}`, styles },
    escaped`<header class="masthead"><p class="brand">octospec <span>fleet</span></p>
<h1>${plural(targets.length, 'target')}: ${changedInWords(rows.map(({ last }) => last))}</h1>
<p class="tested">${standing}</p>
<p class="tested">From ${dateOf(startedAt)} to ${dateOf(endedAt)}</p></header>
<main>
<div class="scroll" role="region" aria-label="Targets" tabindex="0"><table><caption>Targets, by how they stand now. The trend has the last run at its end: ✓ conforms, ✕ fails, ? unverified, ! aborted</caption>
<thead><tr><th scope="col">Target</th><th scope="col">Verdict</th><th scope="col">Broken</th><th scope="col">Not verified</th><th scope="col">Since the last run</th><th scope="col">Trend</th></tr></thead>
<tbody>${rows.map(({ target, last }) => row(target, last, folder))}</tbody></table></div>
</main>`,
  )
}

function row({ name, runs }: FleetRecord, last: FleetRun, folder: string): Html {
  const told = last.verdict === 'aborted' || last.verdict === 'suite-error' ? last.headline : (last.broken ?? 'nothing')
  const unknown = last.unknown === 0 ? '' : escaped`<div><b>${plural(last.unknown, 'booking')} to look after</b></div>`
  return escaped`<tr><th scope="row">${linked(name, name, last, folder)} <span class="quiet">${last.url}</span></th><td>${verdictBadge(last.verdict, last.ending)}</td><td>${told}${unknown}</td><td>${last.unverified ?? 'nothing'}</td><td>${last.since === null ? '' : changesCell(last.since)}</td><td class="trend">${runs.map((run) => mark(name, run, folder))}</td></tr>
`
}

function mark(name: string, run: FleetRun, folder: string): Html {
  const [kind, sign] = verdictMarks[run.verdict]
  const shown = escaped`<span class="x-${kind}" title="${run.verdict}, ${dateOf(run.startedAt)}">${sign}</span>`
  return linked(name, shown, run, folder)
}

function linked(name: string, shown: Html | string, run: FleetRun, folder: string): Html {
  const path = ['runs', name, run.folder, 'report.html']
  if (!existsSync(join(folder, ...path))) return escaped`${shown}`
  return escaped`<a href="${path.map(encodeURIComponent).join('/')}">${shown}</a>`
}

export function changedInWords(runs: readonly Pick<FleetRun, 'since'>[]): string {
  if (runs.every(({ since }) => since === null)) return 'no run before this one to compare with'
  const count = (of: 'newFailures' | 'mended'): number =>
    runs.filter(({ since }) => since !== null && since[of].length > 0).length
  const [broke, mended] = [count('newFailures'), count('mended')]
  const parts = [
    ...(broke === 0 ? [] : [`something broke in ${broke}`]),
    ...(mended === 0 ? [] : [`something was mended in ${mended}`]),
  ]
  return parts.length === 0 ? 'nothing broke since the last run' : parts.join(', ')
}

/**
 * Writes the index of a pass beside the folders of its targets: `index.html` for people, `index.json` for programs.
 * @throws OutputError
 */
export async function writeIndex(folder: FleetFolder, pass: Pass, endedAt: string): Promise<FleetIndex> {
  const targets = pass.targets.toSorted().map((name) => folder.record(name))
  const summary: Record<Verdict, number> = { conforms: 0, fails: 0, unverified: 0, aborted: 0, 'suite-error': 0 }
  for (const { runs } of targets) for (const { verdict } of runs.slice(-1)) summary[verdict] += 1
  const tool = { name: 'octospec', version: toolVersion() } as const
  const index: FleetIndex = { schemaVersion: 1, tool, startedAt: pass.startedAt, endedAt, summary, targets }
  await writeWhole(join(folder.path, 'index.json'), `${safeJson(index, 2)}\n`)
  await writeWhole(join(folder.path, 'index.html'), renderFleet(index, folder.path))
  return index
}

/** An index is octospec's own only in the folder of a fleet. @throws OutputError if other files would be overwritten */
export function refuseForeign({ path }: Pick<FleetFolder, 'path'>): void {
  if (existsSync(join(path, 'passes'))) return
  if (['index.json', 'index.html', 'runs'].some((name) => existsSync(join(path, name))))
    throw new OutputError(path, null, [
      'there are files that octospec fleet did not write',
      'set another folder with --out',
    ])
}

/** What {@link mergeFleets} came to. */
export interface MergedFleets {
  readonly index: FleetIndex
  readonly runs: ReadonlyMap<string, FleetRun>
}

/**
 * Makes one fleet of its shards: copies their runs to the earlier ones, tells what changed since, and writes the index.
 * @param from folders of shards, or one that all of them share
 * @param out folder of the whole; that of the shards, or another, which may have earlier passes
 * @throws FleetError unless they are all shards of one fleet, each brought to its end; OutputError
 */
export async function mergeFleets(from: readonly string[], out: string): Promise<MergedFleets> {
  const whole = new FleetFolder(out)
  refuseForeign(whole)
  const shards = shardsIn(from.map((path) => new FleetFolder(path)))
  const passes = shards.map(({ pass }) => pass)
  const [startedAt = ''] = passes.map((pass) => pass.startedAt).toSorted()
  const endedAt = passes.flatMap((pass) => pass.endedAt ?? []).reduce((last, each) => (each > last ? each : last), '')
  const targets = passes.flatMap((pass) => pass.targets)
  const fleet = passes[0]?.fleet ?? ''
  const { pass, close } = await whole.open({ startedAt, shard: { index: 1, of: 1 }, targets, fleet }, true)
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

interface ShardPass {
  readonly folder: FleetFolder
  readonly pass: Pass
}

/** If shards share a folder, those of an earlier night may have had another number. @throws FleetError */
function shardsIn(folders: readonly FleetFolder[]): readonly ShardPass[] {
  const found = folders.flatMap((folder) =>
    folder.passes().flatMap((pass) => (pass.shard.of > 1 ? [{ folder, pass }] : [])),
  )
  const [youngest] = found.toSorted((a, b) => (a.pass.startedAt < b.pass.startedAt ? 1 : -1))
  if (youngest === undefined)
    throw new FleetError(['there is no shard of a fleet in these folders'], 'give what octospec fleet --shard wrote')
  const { of } = youngest.pass.shard
  const shards = found.filter(({ pass }) => pass.shard.of === of)
  if (shards.some(({ pass }) => pass.fleet !== youngest.pass.fleet))
    throw new FleetError(['these are shards of different fleets'], 'merge shards of one fleet, made with one file')
  const there = shards.map(({ pass }) => pass.shard.index).toSorted((a, b) => a - b)
  if (there.length !== of || there.some((index, at) => index !== at + 1))
    throw new FleetError(
      [`these are the shards ${there.join(', ')} of ${of}`],
      'give each shard, and each of them once',
    )
  const open = shards.flatMap(({ pass }) => (pass.endedAt === null ? [pass.shard.index] : []))
  if (open.length > 0)
    throw new FleetError(
      [`shard ${open.join(', ')} of ${of} was stopped before its end`],
      'give its command once more: it goes on from there',
    )
  return shards
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
