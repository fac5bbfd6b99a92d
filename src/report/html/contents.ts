import type { Contract } from '../../contract/contract.js'
import type { Report } from '../../judge/report.js'
import type { Defect } from '../defects.js'
import { remarksOf } from '../words.js'
import { chaptersOf, outcomeWords } from './parts.js'
import { escaped, type Html } from './escaped.js'
import { unverifiedClauses } from './unverified.js'

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
