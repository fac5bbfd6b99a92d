import type { Exchange } from '../../wire/exchange.js'
import type { Contract } from '../../contract/contract.js'
import type { CheckResult, Report } from '../../judge/report.js'
import type { Finding } from '../../suite/finding.js'
import { capital, plural, words } from '../../words.js'
import { againText } from '../checkText.js'
import type { Defect } from '../defects.js'
import { bounded, type Content, escaped, type Html, lines } from '../escape.js'
import { shellScript } from '../story/script.js'
import type { Step, Story } from '../story/story.js'
import { byReason, unverifiedClauses, type UnverifiedReason, unverifiedReasons } from '../unverified.js'
import { answerWords, callers, exchangeView, pathOf } from './exchange.js'
import {
  anchorOf,
  badge,
  chapterOf,
  code,
  exchangeLink,
  fold,
  printedNote,
  section,
  sectionTitle,
  selfLink,
  some,
} from './parts.js'

const longestValue = 2000
/** So many are open from the beginning. */
const open = 3
const longestScript = 60_000
/** Further requests that show a finding. */
const mostAlso = 5
/** Steps with their bodies; a longer story says where the others are. */
const mostBodies = 20

/** The failures, as stories: one card per defect, the costliest first. */
export function failuresSection(
  contract: Contract,
  report: Report,
  defects: readonly Defect[],
  stories: ReadonlyMap<number, Story>,
): Html {
  if (defects.length === 0)
    return section('failures', 'Failures', null, escaped`<p class="none">${words.page.noFailures}</p>`)
  const shown = defects.reduce((sum, { checks }) => sum + checks.length, 0)
  return section('failures', 'Failures', words.page.failures(defects.length, shown), [
    defects.map((defect) => card(contract, report, defect, stories.get(defect.number))),
    printedNote(defects.length),
  ])
}

function card(contract: Contract, report: Report, defect: Defect, story: Story | undefined): Html {
  const { checks, number, impact, blocked } = defect
  const [worst, ...others] = checks
  if (worst === undefined) return escaped``
  const anchor = anchorOf('failure', number)
  const each = (of: (check: CheckResult) => string): string => [...new Set(checks.map(of))].join(' ')
  const levels = (['must', 'derived', 'convention'] as const).filter((known) =>
    checks.some(({ level }) => level === known),
  )
  const body = escaped`
${impact === undefined ? '' : escaped`<p class="why"><b>${words.page.why}:</b> ${impact.means}</p>`}
${checkOf(contract, report, worst, defect.title)}
${others.length === 0 ? '' : fold(words.page.moreChecks(others.length), [others.map((check) => checkOf(contract, report, check))], { kind: 'others' })}
${blocked.length === 0 ? '' : escaped`<p class="quiet">${words.page.blocked(blocked.length)}: <a href="#unverified">Not checked</a>.</p>`}
${story === undefined ? '' : storySteps(story)}
<h4>How to do it again</h4>
${reproduction(report, defect, story)}
`
  return escaped`
<article class="item card" id="${anchor}" data-o="${each(({ outcome }) => outcome)}" data-l="${levels.join(' ')}" data-c="${each(({ clause }) => chapterOf(clause))}">
${selfLink(anchor, `failure ${number}`)}
${fold(
  escaped`<span class="tags"><span class="number">${number}</span>${badge(defect.outcome)}<span class="level">${levels.join(', ')}</span><span>${impact?.title}</span></span><h3>${bounded(defect.title, 400)}</h3>`,
  body,
  { open: number <= open },
)}
</article>`
}

/** @param told the title of its card, which need not be said again */
function checkOf(contract: Contract, report: Report, check: CheckResult, told?: string): Html {
  const { id, title, outcome, waived, reason, remedy } = check
  const anchor = anchorOf('check', id)
  const clause = report.clauses.find((each) => each.id === check.clause)
  const sign = outcome === 'error' ? words.verdict.suiteError : badge(waived === undefined ? outcome : 'waived')
  return escaped`<section class="check" id="${anchor}">
<p class="quiet">${sign} check <code>${id}</code>: ${title} ${selfLink(anchor, `check ${id}`)}</p>
${waived === undefined ? '' : escaped`<p class="callout">${capital(words.check.waived(waived.until, waived.reason))}</p>`}
<blockquote><p>${clause?.text ?? ''}</p><footer><a href="#${anchorOf('clause', check.clause)}"><code>${check.clause}</code></a> <span class="quiet">${sectionTitle(contract, clause?.section ?? '')}; level ${check.level}</span></footer></blockquote>
${reason === undefined ? '' : escaped`<p>${reason}${remedy === undefined ? '' : escaped` <span class="quiet">${remedy}</span>`}</p>`}
${findingsOf(check, told)}
</section>`
}

/** The first finding says it all; the others are there for who doubts it. */
function findingsOf({ findings: [first, ...others] }: CheckResult, told: string | undefined): Content {
  if (first === undefined) return null
  const more = others.map((other) => findingOf(other))
  return [findingOf(first, told), more.length === 0 ? null : fold(words.page.moreFindings(more.length), more)]
}

function findingOf(finding: Finding, told?: string): Html {
  const { message, received, expected } = finding
  const text = typeof received === 'string' ? received : JSON.stringify(received, null, 2)
  return escaped`<div class="finding">${capital(message) === told ? '' : escaped`<p>${capital(message)}</p>`}
<dl>
<div><dt>Expected</dt><dd>${lines(expected, longestValue)}</dd></div>
<div><dt>Received</dt><dd><pre>${lines(text, longestValue)}</pre></dd></div>
${whereOf(finding)}
</dl>
</div>`
}

function whereOf({ exchange, pointer, also = [] }: Finding): Content {
  if (exchange === null) return null
  const places: Record<string, Content> = { null: '', '': ', the answer as a whole' }
  const place = places[String(pointer)] ?? escaped`, at <code>${pointer}</code> of the body`
  const others = also.length === 0 ? '' : escaped`; as well: ${some(also.map(exchangeLink), mostAlso)}`
  return escaped`<div><dt>Where</dt><dd>${exchangeLink(exchange)}${place}${others}</dd></div>`
}

function reproduction(report: Report, { checks: [check], title }: Defect, story: Story | undefined): Html {
  const script = (of: Story): Html =>
    escaped`<p class="quiet">${words.page.script}</p>${code(shellScript(of, title, report.target.url), longestScript)}`
  return escaped`<p class="quiet">${words.page.again}</p>
${code(check === undefined ? '' : againText(check, report), 10_000)}
${story === undefined ? '' : fold(words.page.asScript, script(story))}`
}

/** The requests that lead to a failure, in order: caller, call and answer. Only the body that shows it is unfolded. */
function storySteps({ steps, finding, shown }: Story): Html {
  const items = steps.map((step, at) =>
    stepOf(step, step === shown ? [finding.pointer ?? ''] : null, steps.length - at <= mostBodies),
  )
  return escaped`<h4>How it came about</h4>
<ol class="steps">${items}</ol>`
}

/** @param pointers what is wrong in its answer; null: nothing is */
function stepOf({ exchange, waitSeconds, together }: Step, pointers: readonly string[] | null, whole: boolean): Html {
  const { as, request } = exchange
  const before = waitSeconds > 0 ? words.page.waited(waitSeconds) : together ? words.page.together : undefined
  const answer = pointers === null ? answerWords(exchange) : escaped`<mark>${answerWords(exchange)}</mark>`
  const line = escaped`<b>${whatOf(exchange)}</b> <span class="quiet">${callers[as]}: ${bounded(request.method, 10)}</span> <code>${bounded(pathOf(exchange), 120)}</code> <span class="arrowed">→</span> ${answer}`
  return escaped`<li>${before === undefined ? '' : escaped`<p class="quiet">${before}</p>`}${whole ? fold(line, exchangeView(exchange, pointers ?? []), { open: pointers !== null }) : line}</li>
`
}

function whatOf({ purpose, input }: Exchange): string {
  const minutes = input['minutes']
  return purpose === 'clock' && typeof minutes === 'number' ? words.page.clock(minutes) : purpose
}

/** Checks that were planned and not observed, by their obstacle. */
export function unverifiedSection(contract: Contract, report: Report, defects: readonly Defect[]): Html {
  const count = unverifiedClauses(report)
  const reasons = unverifiedReasons(contract, report, defects)
  const blocked = defects.filter((defect) => defect.blocked.length > 0)
  const notApplicable = report.checks.filter(({ outcome }) => outcome === 'not-applicable')
  const none = count === 0 && reasons.length === 0 && blocked.length === 0
  const because = blocked.map(
    ({ number, title, blocked: checks }) =>
      escaped`<div class="card reason"><p class="tags">${badge('untested')}<span class="quiet">${plural(checks.length, 'check')}</span></p>
<p><b><a href="#${anchorOf('failure', number)}">${words.page.becauseOf(number)}</a>:</b> ${title}</p>${checkList(checks)}</div>`,
  )
  return section('unverified', 'Not checked', none ? null : words.page.open(count), [
    none && escaped`<p class="none">${words.page.allOpen}</p>`,
    reasons.map(reasonCard),
    because,
    printedNote(reasons.length + blocked.length),
    notApplicable.length > 0 &&
      escaped`<h3>Not applicable</h3><p class="note">${words.page.notApplicable}</p>${byReason(notApplicable).map(reasonCard)}`,
  ])
}

function reasonCard({ reason, remedy, checks, clauses }: UnverifiedReason): Html {
  return escaped`<div class="card reason">
<p class="tags">${badge(checks[0]?.outcome ?? 'untested')}<span class="quiet">${plural(clauses.length, 'clause')}, ${plural(checks.length, 'check')}</span></p>
<p><b>${capital(reason)}</b></p>
${remedy === undefined ? '' : escaped`<p class="remedy"><span>To check it:</span> ${remedy}</p>`}
${checkList(checks)}
</div>`
}

function checkList(checks: readonly CheckResult[]): Html {
  const items = checks.map(
    ({ id, title, outcome, level, clause, allowed }) =>
      escaped`<li class="item" data-o="${outcome}" data-l="${level}" data-c="${chapterOf(clause)}">${title} <span class="quiet">${level} <a href="#${anchorOf('clause', clause)}"><code>${clause}</code></a>, check <a href="#${anchorOf('check', id)}"><code>${id}</code></a>${allowed === true ? `; ${words.page.allowed}` : ''}</span></li>`,
  )
  return fold(plural(checks.length, 'check'), escaped`<ul class="checks">${items}</ul>`, { open: checks.length <= 4 })
}
