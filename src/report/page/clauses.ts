import type { Contract } from '../../contract/contract.js'
import type { CheckResult, ClauseResult, Report } from '../../judge/report.js'
import type { Defect } from '../defects.js'
import { type Content, escaped, type Html } from '../escape.js'
import {
  anchorOf,
  badge,
  chapterOf,
  chaptersOf,
  outcomeWords,
  plural,
  section,
  sectionTitle,
  selfLink,
  type Shown,
} from './parts.js'
import { unverifiedClauses } from './unverified.js'
import { remarksOf } from '../words.js'

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

export function clausesSection(contract: Contract, report: Report): Html {
  const checks = new Map(report.checks.map((check) => [check.id, check]))
  return section(
    'clauses',
    'Clauses',
    'What the documents say, one statement each. must: stated. derived: follows from what is stated. convention: public practice where the documents are silent.',
    chaptersOf(contract).map(({ number, title }) => {
      const clauses = report.clauses.filter((clause) => chapterOf(clause.section) === number)
      const anchor = anchorOf('chapter', number)
      return escaped`
<div class="chapter" id="${anchor}">
${selfLink(anchor, `chapter ${number}`)}
<details>
<summary><h3>${number}. ${title}</h3><span class="counts">${clauses.length === 0 ? 'The documents state nothing here.' : countsOf(clauses)}</span></summary>
${clauses.length === 0 ? escaped`<p class="none">Nothing to verify: see <a href="#gaps">what the documents leave open</a>.</p>` : sectionsOf(contract, clauses, checks)}
</details>
</div>`
    }),
  )
}

function countsOf(clauses: readonly ClauseResult[]): Content {
  return order.flatMap((outcome) => {
    const count = clauses.filter((clause) => clause.outcome === outcome).length
    return count === 0 ? [] : [escaped`<span class="count o-${outcome}">${count} ${outcomeWords[outcome]}</span> `]
  })
}

function sectionsOf(
  contract: Contract,
  clauses: readonly ClauseResult[],
  checks: ReadonlyMap<string, CheckResult>,
): Content {
  const sections = [...new Set(clauses.map((clause) => clause.section))]
  return sections.map(
    (name) => escaped`<h4>${sectionTitle(contract, name).replace(/^s/, 'S')}</h4>
<ul class="clauses">${clauses.filter((clause) => clause.section === name).map((clause) => clauseOf(clause, checks))}</ul>`,
  )
}

function clauseOf(clause: ClauseResult, checks: ReadonlyMap<string, CheckResult>): Html {
  const anchor = anchorOf('clause', clause.id)
  const own = clause.checks.flatMap((id) => checks.get(id) ?? [])
  return escaped`
<li class="item clause" id="${anchor}" data-o="${clause.outcome}" data-l="${clause.level}" data-c="${chapterOf(clause.section)}">
${selfLink(anchor, `clause ${clause.id}`)}
<p class="tags">${badge(clause.outcome)}<span class="level">${clause.level}</span><code>${clause.id}</code></p>
<p>${clause.text}</p>
${own.length === 0 ? (clause.reason === undefined ? '' : escaped`<p class="quiet">${clause.reason}</p>`) : escaped`<ul class="checks">${own.map((check) => checkOf(check, check.clause !== clause.id))}</ul>`}
</li>`
}

/** @param isOther it is a check of another clause, which verifies this one */
function checkOf(check: CheckResult, isOther: boolean): Html {
  const anchor = anchorOf('check', check.id)
  const elsewhere = isOther || check.outcome === 'fail' || check.outcome === 'warn' || check.outcome === 'error'
  const outcome: Shown = check.waived === undefined ? check.outcome : 'waived'
  const judged = check.judged > 0 ? `, judged ${plural(check.judged, 'time')}` : ''
  // What failed has its home under the failures, and one id only.
  return escaped`<li${elsewhere ? '' : escaped` id="${anchor}"`}>${badge(outcome)} ${check.title} <span class="quiet"><a href="#${anchor}"><code>${check.id}</code></a>${judged}</span>${check.reason === undefined || elsewhere ? '' : escaped`<br><span class="quiet">${check.reason}</span>`}</li>`
}

/** Links to the sections, and the controls that the script shows. */
export function contents(contract: Contract, report: Report, defects: readonly Defect[]): Html {
  const { tallies = [] } = report
  const links: readonly (readonly [string, string, number | null])[] = [
    ['top', 'Verdict', null],
    ['failures', 'Failures', defects.length],
    ['unverified', 'Not verified', unverifiedClauses(report)],
    ['clauses', 'Clauses', report.clauses.length],
    ['worth', 'Worth a look', remarksOf(report).length],
    ['gaps', 'Gaps', report.gaps.filter(({ worth }) => worth === undefined).length],
    ...tallies.map(({ id, title, rows }) => [id, firstWord(title), rows.length] as const),
    ['lifecycle', 'Lifecycle', null],
    ['bookings', 'Bookings', report.bookings.length],
    ['timeline', 'Requests', report.evidence.exchanges],
    ['about', 'About', null],
  ]
  return escaped`<div class="bar"><nav class="contents" aria-label="Contents"><ul>
${links.map(([id, title, count]) => escaped`<li><a href="#${id}">${title}${count === null ? '' : escaped` <span class="quiet">${count.toLocaleString('en')}</span>`}</a></li>\n`)}</ul></nav>
<form class="controls" role="search" aria-label="Search and filter" hidden>
<label class="find"><span class="hidden">Search</span><input type="search" name="q" autocomplete="off" placeholder="Search: words, ids, paths"></label>
<details class="filters"><summary>Filter</summary><div>
<label>Outcome <select name="o"><option value="">all</option>${(['fail', 'warn', 'error', 'untested', 'pass', 'not-applicable', 'unobservable'] as const).map((outcome) => escaped`<option value="${outcome}">${outcomeWords[outcome]}</option>`)}</select></label>
<label>Level <select name="l"><option value="">all</option>${['must', 'derived', 'convention'].map((level) => escaped`<option>${level}</option>`)}</select></label>
<label>Chapter <select name="c"><option value="">all</option>${chaptersOf(contract).map(({ number, title }) => escaped`<option value="${number}">${number}. ${title}</option>`)}</select></label>
</div></details>
<button type="reset">Show all</button>
<p role="status"></p>
</form></div>`
}

function firstWord(title: string): string {
  return title.split(' ', 1)[0] ?? title
}
