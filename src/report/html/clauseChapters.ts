import type { Contract } from '../../contract/contract.js'
import type { CheckResult, ClauseResult, Report } from '../../judge/report.js'
import {
  anchorOf,
  chapterOf,
  chaptersOf,
  sectionTitle,
  badge,
  outcomeWords,
  plural,
  section,
  selfLink,
  type Shown,
} from './parts.js'
import { escaped, type Content, type Html } from './escaped.js'

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
