import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Contract } from '../contract/contract.js'
import { systemCode } from '../contract/messageOf.js'
import type { CheckResult, Report } from '../judge/report.js'
import { sinceOf } from '../judge/compareReports.js'
import { endingOf, levelsInWords, standingOf } from '../judge/verdict.js'
import { targetKey, targetName } from './checkText.js'
import { impactOf, rankOf } from './defects.js'
import { escaped, type Html } from './escape.js'
import { dateOf, plural, type Shown, staticPage } from './page/parts.js'
import { placeOfRun, readReport, ReportError } from './reportFile.js'

export interface PastRun {
  /** Absolute. */
  readonly folder: string
  readonly report: Report
}

/** Runs of one page, and folders that are looked into, at most. */
const mostRuns = 500
const mostFolders = 5000
/** How far below a folder runs are looked for: those of a fleet lie in `runs/`, by target. */
const deepest = 3

/**
 * The runs in some folders: of each the run itself, or else those in the folders below it, as `reports/` and the runs of
 * many suppliers lie. The oldest first.
 * @returns what is named and cannot be read besides, a sentence each
 * @throws ReportError where a folder is not there
 */
export function collectRuns(
  cwd: string,
  folders: readonly string[],
): { readonly runs: readonly PastRun[]; readonly problems: readonly string[] } {
  const problems: string[] = []
  const found = [...new Set(folders.flatMap((folder) => runsBelow(placeOfRun(cwd, folder).folder, deepest, problems)))]
  const runs = found.slice(0, mostFolders).flatMap((folder): PastRun[] => {
    try {
      return [{ folder, report: readReport(cwd, folder) }]
    } catch (error) {
      if (!(error instanceof ReportError)) throw error
      problems.push(error.message)
      return []
    }
  })
  const sorted = runs.toSorted((a, b) => Date.parse(a.report.startedAt) - Date.parse(b.report.startedAt))
  if (sorted.length > mostRuns) problems.push(`only the last ${mostRuns} of ${sorted.length} runs are shown`)
  return { runs: sorted.slice(-mostRuns), problems }
}

function runsBelow(folder: string, deep: number, problems: string[]): readonly string[] {
  const names = namesIn(folder, problems)
  if (names.includes('report.json')) return [folder]
  if (deep === 0) return []
  return names
    .filter((name) => !name.startsWith('.'))
    .slice(0, mostFolders)
    .map((name) => join(folder, name))
    .filter(isFolder)
    .flatMap((path) => runsBelow(path, deep - 1, problems))
}

function namesIn(folder: string, problems: string[]): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    problems.push(`${folder} cannot be read (${systemCode(error) ?? 'unknown'})`)
    return []
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // A link that leads nowhere, or in a circle.
    return false
  }
}

/** Runs and checks of one target's table: more cannot be read side by side. */
const mostColumns = 30
const mostRows = 200

/**
 * The runs of some targets over time as one static page: what each came to, and for every check that ever failed, in which of the
 * last runs it did. It loads nothing and has no script.
 * @param from the folder of the page: links to reports are relative to it
 */
export function renderHistory(contract: Pick<Contract, 'impacts'>, runs: readonly PastRun[], from: string): string {
  const byTarget = new Map<string, PastRun[]>()
  for (const run of runs) {
    const key = targetKey(run.report)
    byTarget.set(key, [...(byTarget.get(key) ?? []), run])
  }
  const targets = [...byTarget.values()]
  const title = `${plural(runs.length, 'run')} of ${plural(targets.length, 'target')}`
  return staticPage(
    { generator, title: `octospec: ${title}`, styles },
    escaped`<header class="masthead"><p class="brand">octospec <span>history</span></p>
<h1>${title}</h1>
${targets.length > 1 ? index(targets) : ''}</header>
<main>
${targets.map((own, at) => targetSection(contract, own, at, from))}
</main>`,
  )
}

/** By this a page is known to be one of octospec's, which the next one may replace. */
export const generator = 'octospec history'

const styles = `
td,th{overflow-wrap:normal}
.grid th[scope=col]{writing-mode:vertical-rl;white-space:nowrap;padding:.3rem .15rem}
.grid td{text-align:center;padding:.15rem .3rem;font-weight:700}
.grid tbody th{white-space:normal;min-width:14rem}
.grid .x-fail{color:var(--fail)}.grid .x-warn{color:var(--warn)}.grid .x-pass{color:var(--pass)}.grid .x-untested{color:var(--open)}.grid .x-none{color:var(--quiet)}
`

/** Where there are several targets: how each stands now, the worst first. */
function index(targets: readonly (readonly PastRun[])[]): Html {
  const order = ['fails', 'suite-error', 'aborted', 'unverified', 'conforms']
  const rows = targets
    .flatMap((runs, at) => {
      const last = runs.at(-1)
      return last === undefined ? [] : [{ last, at, count: runs.length }]
    })
    .toSorted((a, b) => order.indexOf(a.last.report.verdict) - order.indexOf(b.last.report.verdict))
  return escaped`<div class="scroll" role="region" aria-label="Targets" tabindex="0"><table><caption>Targets, by how they stand now</caption>
<thead><tr><th scope="col">Target</th><th scope="col">Last verdict</th><th scope="col">When</th><th scope="col">Runs</th></tr></thead>
<tbody>${rows.map(({ last: { report }, at, count }) => escaped`<tr><th scope="row"><a href="#target-${at}">${targetName(report)}</a></th><td>${verdictBadge(report)}</td><td>${dateOf(report.startedAt)}</td><td>${count}</td></tr>`)}</tbody></table></div>`
}

const shownAs: Readonly<Record<Report['verdict'], Shown>> = {
  conforms: 'pass',
  fails: 'fail',
  unverified: 'untested',
  aborted: 'warn',
  'suite-error': 'error',
}

function verdictBadge(report: Report): Html {
  const ending = endingOf(report)
  return escaped`<span class="badge o-${ending === report.verdict ? shownAs[report.verdict] : 'untested'}">${ending}</span>`
}

function targetSection(contract: Pick<Contract, 'impacts'>, runs: readonly PastRun[], at: number, from: string): Html {
  const last = runs.at(-1)
  if (last === undefined) return escaped``
  return escaped`<section id="target-${at}" aria-labelledby="target-${at}-title"><h2 id="target-${at}-title"><code>${targetName(last.report)}</code></h2>
<div class="scroll" role="region" aria-label="Runs ${at + 1}: ${targetName(last.report)}" tabindex="0"><table><caption>Runs, the last first</caption>
<thead><tr><th scope="col">When</th><th scope="col">Verdict</th><th scope="col">Broken</th><th scope="col">Not verified</th><th scope="col">What changed</th></tr></thead>
<tbody>${runs.map((run, place) => runRow(run, runs[place - 1], from)).toReversed()}</tbody></table></div>
${grid(contract, runs.slice(-mostColumns), `Checks that failed ${at + 1}: ${targetName(last.report)}`)}</section>`
}

function runRow(run: PastRun, before: PastRun | undefined, from: string): Html {
  const { report } = run
  const standings = standingOf(report.clauses)
  const when = dateOf(report.startedAt)
  const path = relative(from, join(run.folder, 'report.html')).split(sep).map(encodeURIComponent).join('/')
  return escaped`<tr><th scope="row">${existsSync(join(run.folder, 'report.html')) ? escaped`<a href="${path}">${when}</a>` : when}</th><td>${verdictBadge(report)}${report.smoke !== undefined ? ' smoke' : report.partial ? ' partial' : ''}</td><td>${levelsInWords(standings, 'broken') ?? 'nothing'}</td><td>${levelsInWords(standings, 'unverified') ?? 'nothing'}</td><td>${before === undefined ? '' : changes(before, run)}</td></tr>
`
}

function changes(before: PastRun, { report }: PastRun): Html {
  const { newFailures, mended, unverified, verified } = sinceOf(before.report, report)
  const named = (what: string, ids: readonly string[]): readonly Html[] =>
    ids.length === 0
      ? []
      : [
          escaped`<div><b>${ids.length} ${what}:</b> ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}</div>`,
        ]
  const all = [
    ...named('broke', newFailures),
    ...named('mended', mended),
    ...named('no longer verified', unverified),
    ...named('verified now', verified),
  ]
  return all.length === 0 ? escaped`nothing` : escaped`${all}`
}

function grid(contract: Pick<Contract, 'impacts'>, runs: readonly PastRun[], label: string): Html {
  const outcomes = runs.map(({ report }) => new Map(report.checks.map((check) => [check.id, check])))
  const failed = new Map<string, CheckResult>()
  for (const { report } of runs)
    for (const check of report.checks) if (check.outcome === 'fail') failed.set(check.id, check)
  const rank = (check: CheckResult): number => rankOf(contract, impactOf(contract, check))
  const rows = [...failed.values()].toSorted((a, b) => rank(a) - rank(b)).slice(0, mostRows)
  if (rows.length === 0) return escaped`<p class="none">No check failed in any of these runs.</p>`
  return escaped`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table class="grid"><caption>What broke when: each check that failed in one of the last ${plural(runs.length, 'run')}. ✕ fails, ! warns, ✓ passes, ? not verified, – not there</caption>
<thead><tr><td></td>${runs.map(({ report }) => escaped`<th scope="col">${report.startedAt.slice(0, 16).replace('T', ' ')}</th>`)}</tr></thead>
<tbody>${rows.map(
    (
      check,
    ) => escaped`<tr><th scope="row">${check.title} <span class="quiet">${impactOf(contract, check)?.title}</span></th>${outcomes.map((ended) => cell(ended.get(check.id)))}</tr>
`,
  )}</tbody></table></div>${failed.size > mostRows ? escaped`<p class="note">${failed.size - mostRows} more are not shown.</p>` : ''}`
}

const signs: Readonly<Record<CheckResult['outcome'], readonly [sign: string, kind: string]>> = {
  fail: ['✕', 'fail'],
  error: ['‼', 'fail'],
  warn: ['!', 'warn'],
  pass: ['✓', 'pass'],
  untested: ['?', 'untested'],
  'not-applicable': ['–', 'none'],
}

function cell(check: CheckResult | undefined): Html {
  const [sign, kind] = check === undefined ? (['–', 'none'] as const) : signs[check.outcome]
  return escaped`<td class="x-${kind}">${sign}</td>`
}
