import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Contract } from '../contract/contract.js'
import { systemCode } from '../contract/messageOf.js'
import type { CheckResult, Report } from '../judge/report.js'
import { sinceOf } from '../judge/compareReports.js'
import { endingOf, levelsInWords, standingOf } from '../judge/verdict.js'
import { isLoopback } from '../profile/credentials.js'
import { dateOf, plural, words } from '../words.js'
import { profileFile, targetKey } from './checkText.js'
import { groupBy, impactOf, rankOf } from './defects.js'
import { escaped, type Html } from './escape.js'
import { byVerdict, changesCell, heads, scroll, staticPage, verdictBadge } from './page/parts.js'
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
 * The runs in some folders, the oldest first: the folder itself if it is a run, or else the folders below it, as in
 * `reports/` and for the runs of many suppliers.
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
  if (sorted.length > mostRuns) problems.push(words.file.lastRuns(mostRuns, sorted.length))
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
    problems.push(words.file.unreadable(folder, systemCode(error) ?? 'unknown'))
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
 * The runs of some targets over time as one static page: their verdicts, and for every check that ever failed, in which
 * of the last runs it did. It loads nothing and has no script.
 * @param from the folder of the page: links to reports are relative to it
 */
export function renderHistory(contract: Pick<Contract, 'impacts'>, runs: readonly PastRun[], from: string): string {
  const targets = [...groupBy(runs, ({ report }) => targetKey(report)).values()]
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

/** If there are several targets: how each stands now, the worst first. */
function index(targets: readonly (readonly PastRun[])[]): Html {
  const rows = targets
    .flatMap((runs, at) => runs.slice(-1).map(({ report }) => ({ report, at, count: runs.length })))
    .toSorted((a, b) => byVerdict(a.report, b.report))
  return scroll(
    'Targets',
    escaped`<table><caption>Targets, by how they stand now</caption>
${heads(['Target', 'Last verdict', 'When', 'Runs'])}
<tbody>${rows.map(({ report, at, count }) => escaped`<tr><th scope="row"><a href="#target-${at}">${targetName(report)}</a></th><td>${verdictBadge(report.verdict, endingOf(report))}</td><td>${dateOf(report.startedAt)}</td><td>${count}</td></tr>`)}</tbody></table>`,
  )
}

/** For whoever reads it: on loopback, two targets may have the same address. */
function targetName({ target: { url }, profile }: Report): string {
  const file = profileFile({ profile })
  return isLoopback(url) && file !== '' ? `${url} (${file})` : url
}

function targetSection(contract: Pick<Contract, 'impacts'>, runs: readonly PastRun[], at: number, from: string): Html {
  const last = runs.at(-1)
  if (last === undefined) return escaped``
  const name = targetName(last.report)
  const rows = runs.map((run, place) => runRow(run, runs[place - 1], from)).toReversed()
  const table = escaped`<table><caption>Runs, the last first</caption>
${heads(['When', 'Verdict', 'Broken', 'Not checked', 'What changed'])}
<tbody>${rows}</tbody></table>`
  return escaped`<section id="target-${at}" aria-labelledby="target-${at}-title"><h2 id="target-${at}-title"><code>${name}</code></h2>
${scroll(`Runs ${at + 1}: ${name}`, table)}
${grid(contract, runs.slice(-mostColumns), `Checks that failed ${at + 1}: ${name}`)}</section>`
}

function runRow(run: PastRun, before: PastRun | undefined, from: string): Html {
  const { report, folder } = run
  const standings = standingOf(report.clauses)
  const when = dateOf(report.startedAt)
  const page = join(folder, 'report.html')
  const path = relative(from, page).split(sep).map(encodeURIComponent).join('/')
  const part = report.smoke !== undefined ? ' smoke' : report.partial ? ' partial' : ''
  return escaped`<tr><th scope="row">${existsSync(page) ? escaped`<a href="${path}">${when}</a>` : when}</th><td>${verdictBadge(report.verdict, endingOf(report))}${part}</td><td>${levelsInWords(standings, 'broken') ?? 'nothing'}</td><td>${levelsInWords(standings, 'unverified') ?? 'nothing'}</td><td>${before === undefined ? '' : changesCell(sinceOf(before.report, report))}</td></tr>
`
}

function grid(contract: Pick<Contract, 'impacts'>, runs: readonly PastRun[], label: string): Html {
  const outcomes = runs.map(({ report }) => new Map(report.checks.map((check) => [check.id, check])))
  const checks = runs.flatMap(({ report }) => report.checks).filter(({ outcome }) => outcome === 'fail')
  const failed = new Map(checks.map((check) => [check.id, check]))
  const rank = (check: CheckResult): number => rankOf(contract, impactOf(contract, check))
  const shown = [...failed.values()].toSorted((a, b) => rank(a) - rank(b)).slice(0, mostRows)
  if (shown.length === 0) return escaped`<p class="none">No check failed in any of these runs.</p>`
  const times = runs.map(({ report }) => report.startedAt.slice(0, 16).replace('T', ' '))
  const rows = shown.map(
    (check) =>
      escaped`<tr><th scope="row">${check.title} <span class="quiet">${impactOf(contract, check)?.title}</span></th>${outcomes.map((ended) => cell(ended.get(check.id)))}</tr>
`,
  )
  const table = escaped`<table class="grid"><caption>What broke when: each check that failed in one of the last ${plural(runs.length, 'run')}. ✕ fails, ! warns, ✓ passes, ? not checked, – not there</caption>
<thead><tr><td></td>${times.map((time) => escaped`<th scope="col">${time}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`
  const more = failed.size - mostRows
  return escaped`${scroll(label, table)}${more > 0 ? escaped`<p class="note">${more} more are not shown.</p>` : ''}`
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
