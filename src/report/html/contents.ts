import type { Contract } from '../../contract/contract.js'
import type { Report } from '../../judge/report.js'
import { chaptersOf } from './chapters.js'
import type { FailureGroup } from './groupFailures.js'
import { escaped, type Html } from './escaped.js'
import { outcomeWords } from './parts.js'

/** Links to the sections, and the controls that the script brings to life; without it they are not shown. */
export function contents(contract: Contract, report: Report, groups: readonly FailureGroup[], exchanges: number): Html {
  const untested = report.checks.filter(({ outcome }) => outcome === 'untested').length
  const links: readonly (readonly [string, string, number | null])[] = [
    ...(report.causes === undefined || report.causes.length === 0
      ? []
      : [['causes', 'Causes', report.causes.length] as const]),
    ['failures', 'Failures', groups.length],
    ['unverified', 'Not verified', untested],
    ['clauses', 'Clauses', report.clauses.length],
    ['gaps', 'Gaps', report.gaps.length],
    ['lifecycle', 'Lifecycle', null],
    ['bookings', 'Bookings', report.bookings.length],
    ['timeline', 'Timeline', exchanges],
    ['about', 'About', null],
  ]
  return escaped`<nav class="contents" aria-label="Contents"><ul>
${links.map(([id, title, count]) => escaped`<li><a href="#${id}">${title}${count === null ? '' : escaped` <span class="quiet">${count.toLocaleString('en')}</span>`}</a></li>\n`)}</ul></nav>
<form class="controls" role="search" aria-label="Search and filter" hidden>
<label>Search <input type="search" name="q" autocomplete="off" placeholder="words, ids, paths"></label>
<label>Outcome <select name="o"><option value="">all</option>${(['fail', 'warn', 'error', 'untested', 'pass', 'not-applicable', 'unobservable'] as const).map((outcome) => escaped`<option value="${outcome}">${outcomeWords[outcome]}</option>`)}</select></label>
<label>Level <select name="l"><option value="">all</option>${['must', 'derived', 'convention'].map((level) => escaped`<option>${level}</option>`)}</select></label>
<label>Chapter <select name="c"><option value="">all</option>${chaptersOf(contract).map(({ number, title }) => escaped`<option value="${number}">${number}. ${title}</option>`)}</select></label>
<button type="reset">Show all</button>
<p role="status"></p>
</form>`
}
