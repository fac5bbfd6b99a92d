import { endingOf } from '../../judge/verdict.js'
import { defectsOf, type Defect } from '../defects.js'
import { escaped, type Content, type Html } from '../escape.js'
import type { ReportInput } from '../formats.js'
import { failuresSection, unverifiedSection } from './failures.js'
import { certificate, masthead } from './masthead.js'
import {
  aboutSection,
  bookingsSection,
  gapsSection,
  lifecycleSection,
  tallySection,
  timelineSection,
  worthSection,
} from './tables.js'
import {
  pageFile,
  pageHead,
  anchorOf,
  badge,
  chapterOf,
  chaptersOf,
  fold,
  list,
  section,
  sectionTitle,
  selfLink,
  type Shown,
} from './parts.js'
import { storiesOf } from '../story/story.js'
import type { Contract } from '../../contract/contract.js'
import type { CheckResult, ClauseResult, Report } from '../../judge/report.js'
import { plural, words } from '../../words.js'
import { remarksOf, unverifiedClauses } from '../unverified.js'

/**
 * `report.html`, piece by piece: one file that needs no network and works without its script. It loads nothing and runs
 * only its own script, whatever the target answered; a content security policy by hash says so too. Memory does not
 * grow with the number of exchanges. The evidence is read three times.
 */
export async function* renderHtml({ contract, report, evidence }: ReportInput): AsyncGenerator<string> {
  const defects = defectsOf(contract, report)
  const stories = await storiesOf(defects, report, contract, evidence)
  const script = pageFile('page.js')
  const title = `octospec: ${endingOf(report)}, ${report.target.url}`
  yield String(escaped`${pageHead({ title, script })}<a class="skip" href="#main">Skip to the findings</a>
${masthead(contract, report, defects)}
${contents(contract, report, defects)}
<main id="main">
`)
  yield String(certificate(report))
  yield String(failuresSection(contract, report, defects, stories))
  yield String(unverifiedSection(contract, report, defects))
  yield String(clausesSection(contract, report))
  yield String(worthSection(report))
  yield String(gapsSection(report))
  for (const tally of report.tallies ?? []) yield String(tallySection(tally))
  yield String(lifecycleSection(report))
  yield String(bookingsSection(report))
  for await (const piece of timelineSection(report.evidence.exchanges, defects, evidence())) yield String(piece)
  yield String(aboutSection(report))
  yield `
</main>
<script>${script}</script>
</body>
</html>
`
}

const order: readonly Shown[] = [
  'fail',
  'error',
  'warn',
  'untested',
  'pass',
  'not-applicable',
  'unobservable',
  'not-selected',
]

/** Links to the sections, and the controls that the script shows. */
export function contents(contract: Contract, report: Report, defects: readonly Defect[]): Html {
  const { tallies = [] } = report
  const links: readonly (readonly [string, string, number | null])[] = [
    ['top', 'Verdict', null],
    ['failures', 'Failures', defects.length],
    ['unverified', 'Not checked', unverifiedClauses(report)],
    ['clauses', 'Clauses', report.clauses.length],
    ['worth', 'Worth a look', remarksOf(report).length],
    ['gaps', 'Gaps', report.gaps.filter(({ worth }) => worth === undefined).length],
    ...tallies.map(({ id, title, rows }) => [id, title.replace(/ .*/, ''), rows.length] as const),
    ['lifecycle', 'Lifecycle', null],
    ['bookings', 'Bookings', report.bookings.length],
    ['timeline', 'Requests', report.evidence.exchanges],
    ['about', 'About', null],
  ]
  const choice = (name: string, label: string, options: readonly (readonly [value: string, label: string])[]): Html =>
    escaped`<label>${label} <select name="${name}"><option value="">all</option>${options.map(([value, text]) => escaped`<option value="${value}">${text}</option>`)}</select></label>`
  const outcomes = order.filter((outcome) => outcome !== 'not-selected')
  return escaped`<div class="bar"><nav class="contents" aria-label="Contents"><ul>
${list(links.map(([id, title, count]) => escaped`<a href="#${id}">${title}${count === null ? '' : escaped` <span class="quiet">${count.toLocaleString('en')}</span>`}</a>`))}</ul></nav>
<form class="controls" role="search" aria-label="Search and filter" hidden>
<label class="find"><span class="hidden">Search</span><input type="search" name="q" autocomplete="off" placeholder="Search: words, ids, paths"></label>
<details class="filters"><summary>Filter</summary><div>
${choice(
  'o',
  'Outcome',
  outcomes.map((outcome) => [outcome, words.outcome[outcome]]),
)}
${choice(
  'l',
  'Level',
  Object.keys(words.level).map((level) => [level, level]),
)}
${choice(
  'c',
  'Chapter',
  chaptersOf(contract).map(({ number, title }) => [number, `${number}. ${title}`]),
)}
</div></details>
<button type="reset">Show all</button>
<p role="status"></p>
</form></div>`
}

export function clausesSection(contract: Contract, report: Report): Html {
  const checks = new Map(report.checks.map((check) => [check.id, check]))
  const chapters = chaptersOf(contract).map(({ number, title }) => {
    const clauses = report.clauses.filter((clause) => chapterOf(clause.section) === number)
    const anchor = anchorOf('chapter', number)
    const counts = clauses.length === 0 ? words.page.noClauses : countsOf(clauses)
    return escaped`
<div class="chapter" id="${anchor}">
${selfLink(anchor, `chapter ${number}`)}
${fold(
  escaped`<h3>${number}. ${title}</h3><span class="counts">${counts}</span>`,
  clauses.length === 0
    ? escaped`<p class="none"><a href="#gaps">What the documents leave open</a></p>`
    : sectionsOf(contract, clauses, checks),
)}
</div>`
  })
  return section('clauses', 'Clauses', words.page.clauses, chapters)
}

function countsOf(clauses: readonly ClauseResult[]): Content {
  return order.flatMap((outcome) => {
    const count = clauses.filter((clause) => clause.outcome === outcome).length
    return count === 0 ? [] : [escaped`<span class="count o-${outcome}">${count} ${words.outcome[outcome]}</span> `]
  })
}

function sectionsOf(
  contract: Contract,
  clauses: readonly ClauseResult[],
  checks: ReadonlyMap<string, CheckResult>,
): Content {
  return [...new Set(clauses.map((clause) => clause.section))].map(
    (name) => escaped`<h4>${sectionTitle(contract, name).replace(/^s/, 'S')}</h4>
<ul class="clauses">${clauses.filter((clause) => clause.section === name).map((clause) => clauseOf(clause, checks))}</ul>`,
  )
}

function clauseOf(clause: ClauseResult, checks: ReadonlyMap<string, CheckResult>): Html {
  const { id, outcome, level, text, reason } = clause
  const anchor = anchorOf('clause', id)
  const own = clause.checks.flatMap((each) => checks.get(each) ?? [])
  const below =
    own.length > 0
      ? escaped`<ul class="checks">${own.map((check) => checkOf(check, check.clause !== id))}</ul>`
      : reason !== undefined && escaped`<p class="quiet">${reason}</p>`
  return escaped`
<li class="item clause" id="${anchor}" data-o="${outcome}" data-l="${level}" data-c="${chapterOf(clause.section)}">
${selfLink(anchor, `clause ${id}`)}
<p class="tags">${badge(outcome)}<span class="level">${level}</span><code>${id}</code></p>
<p>${text}</p>
${below}
</li>`
}

/** @param isOther it is a check of another clause, which verifies this one */
function checkOf({ id, title, outcome, waived, judged, reason }: CheckResult, isOther: boolean): Html {
  const anchor = anchorOf('check', id)
  // A failed check has its place under the failures, and one id only.
  const elsewhere = isOther || outcome === 'fail' || outcome === 'warn' || outcome === 'error'
  const times = judged > 0 ? `, judged ${plural(judged, 'time')}` : ''
  return escaped`<li${elsewhere ? '' : escaped` id="${anchor}"`}>${badge(waived === undefined ? outcome : 'waived')} ${title} <span class="quiet"><a href="#${anchor}"><code>${id}</code></a>${times}</span>${reason === undefined || elsewhere ? '' : escaped`<br><span class="quiet">${reason}</span>`}</li>`
}
