import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { escaped, type Html } from '../report/escape.js'
import { type Shown, staticPage } from '../report/page/parts.js'
import { dateOf, plural } from '../words.js'
import {
  isFleet,
  type FleetIndex,
  type FleetRecord,
  type FleetRun,
  type FleetFolder,
  type Pass,
} from './fleetFolder.js'
import { toolVersion } from '../contract/specFile.js'
import type { Verdict } from '../judge/report.js'
import { safeJson } from '../contract/escapeText.js'
import { writeWhole } from '../evidence/files.js'

/** By this a page is known to be one of octospec's, which the next one may replace. */
const generator = 'octospec fleet'

/** Ids that one cell names. */
const mostNamed = 3

const shownAs: Readonly<Record<FleetRun['verdict'], readonly [kind: Shown, sign: string]>> = {
  fails: ['fail', '✕'],
  'suite-error': ['error', '‼'],
  aborted: ['warn', '!'],
  unverified: ['untested', '?'],
  conforms: ['pass', '✓'],
}
/** The worst first. */
const order = Object.keys(shownAs)

const styles = `
.trend{white-space:nowrap;font-weight:700;letter-spacing:.1em}.trend a{text-decoration:none}
.trend .x-fail,.trend .x-error{color:var(--fail)}.trend .x-warn{color:var(--warn)}.trend .x-pass{color:var(--pass)}.trend .x-untested{color:var(--open)}
`

/** The targets of a fleet as one static page, the worst first. */
export function renderFleet({ startedAt, endedAt, summary, targets }: FleetIndex, folder: string): string {
  const standing = order.flatMap((verdict) => {
    // Its own keys.
    const count = summary[verdict as FleetRun['verdict']]
    return count === 0 ? [] : [escaped`${verdictBadge(verdict as FleetRun['verdict'])} ${count}&#8195;`]
  })
  const rows = targets
    .flatMap((target) => {
      const last = target.runs.at(-1)
      return last === undefined ? [] : [{ target, last }]
    })
    .toSorted((a, b) => order.indexOf(a.last.verdict) - order.indexOf(b.last.verdict))
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
  return escaped`<tr><th scope="row">${linked(name, name, last, folder)} <span class="quiet">${last.url}</span></th><td>${verdictBadge(last.verdict, last.ending)}</td><td>${told}${unknown}</td><td>${last.unverified ?? 'nothing'}</td><td>${changes(last)}</td><td class="trend">${runs.map((run) => mark(name, run, folder))}</td></tr>
`
}

function changes({ since }: FleetRun): Html {
  if (since === null) return escaped``
  const named = (what: string, ids: readonly string[]): readonly Html[] => {
    if (ids.length === 0) return []
    const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : ''
    return [escaped`<div><b>${ids.length} ${what}:</b> ${ids.slice(0, mostNamed).join(', ')}${more}</div>`]
  }
  const all = [
    ...named('broke', since.newFailures),
    ...named('mended', since.mended),
    ...named('no longer verified', since.unverified),
    ...named('verified now', since.verified),
  ]
  return all.length === 0 ? escaped`nothing` : escaped`${all}`
}

function mark(name: string, run: FleetRun, folder: string): Html {
  const [kind, sign] = shownAs[run.verdict]
  const shown = escaped`<span class="x-${kind}" title="${run.verdict}, ${dateOf(run.startedAt)}">${sign}</span>`
  return linked(name, shown, run, folder)
}

function linked(name: string, shown: Html | string, run: FleetRun, folder: string): Html {
  const path = ['runs', name, run.folder, 'report.html']
  if (!existsSync(join(folder, ...path))) return escaped`${shown}`
  return escaped`<a href="${path.map(encodeURIComponent).join('/')}">${shown}</a>`
}

function verdictBadge(verdict: FleetRun['verdict'], text: string = verdict): Html {
  return escaped`<span class="badge o-${text === verdict ? shownAs[verdict][0] : 'untested'}">${text}</span>`
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
