import type { Exchange } from '../../wire/exchange.js'
import type { Contract } from '../../contract/contract.js'
import type { CheckResult, Report } from '../../judge/report.js'
import { againText } from '../checkText.js'
import type { Defect } from '../defects.js'
import { bounded, type Content, escaped, type Html, lines } from '../escape.js'
import { answerWords, callers, exchangeView } from './exchange.js'
import {
  anchorOf,
  badge,
  chapterOf,
  code,
  exchangeLink,
  plural,
  printedNote,
  section,
  sectionTitle,
  selfLink,
} from './parts.js'
import { shellScript } from '../story/script.js'
import type { Step, Story } from '../story/story.js'
import { capital } from '../words.js'
import type { Finding } from '../../suite/finding.js'

const longestValue = 2000
/** So many are open from the beginning. */
const open = 3
const longestScript = 60_000
/** Further exchanges that show a finding. */
const mostAlso = 5

/** The failures, as stories: one card per defect, the costliest first. */
export function failuresSection(
  contract: Contract,
  report: Report,
  defects: readonly Defect[],
  stories: ReadonlyMap<number, Story>,
): Html {
  if (defects.length === 0)
    return section(
      'failures',
      'Failures',
      null,
      escaped`<p class="none">Nothing that was verified broke a clause, and no convention was passed over.</p>`,
    )
  return section(
    'failures',
    'Failures',
    `One card per defect, the costliest first: ${plural(defects.length, 'defect')}, shown by ${plural(
      defects.reduce((sum, { checks }) => sum + checks.length, 0),
      'check',
    )}. A must or derived clause that is broken fails the run; a convention that is not followed is a warning.`,
    [defects.map((defect) => card(contract, report, defect, stories.get(defect.number))), printedNote(defects.length)],
  )
}

function card(contract: Contract, report: Report, defect: Defect, story: Story | undefined): Html {
  const { checks, number, impact, blocked } = defect
  const [worst, ...others] = checks
  if (worst === undefined) return escaped``
  const anchor = anchorOf('failure', number)
  const clauses = [...new Set(checks.map(({ clause }) => clause))]
  const levels = (['must', 'derived', 'convention'] as const).filter((each) =>
    checks.some(({ level }) => level === each),
  )
  return escaped`
<article class="item card" id="${anchor}" data-o="${[...new Set(checks.map((each) => each.outcome))].join(' ')}" data-l="${levels.join(' ')}" data-c="${[...new Set(clauses.map(chapterOf))].join(' ')}">
${selfLink(anchor, `failure ${number}`)}
<details${number <= open ? escaped` open` : ''}>
<summary><span class="tags"><span class="number">${number}</span>${badge(defect.outcome)}<span class="level">${levels.join(', ')}</span><span>${impact?.title}</span></span><h3>${bounded(defect.title, 400)}</h3></summary>
${impact === undefined ? '' : escaped`<p class="why"><b>Why it matters:</b> ${impact.means}</p>`}
${checkOf(contract, report, worst, defect.title)}
${others.length === 0 ? '' : escaped`<details class="others"><summary>${plural(others.length, 'more check')} that this shows in</summary>${others.map((check) => checkOf(contract, report, check))}</details>`}
${blocked.length === 0 ? '' : escaped`<p class="quiet">Because of it ${plural(blocked.length, 'more check')} could not be verified: <a href="#unverified">what could not be verified</a>.</p>`}
${story === undefined ? '' : storySteps(story)}
<h4>How to do it again</h4>
${reproduction(report, defect, story)}
</details>
</article>`
}

/** @param told the title of its card, which need not be said again */
function checkOf(contract: Contract, report: Report, check: CheckResult, told?: string): Html {
  const anchor = anchorOf('check', check.id)
  const clause = report.clauses.find(({ id }) => id === check.clause)
  return escaped`<section class="check" id="${anchor}">
<p class="quiet">${check.outcome === 'error' ? 'octospec itself broke' : badge(check.waived === undefined ? (check.outcome === 'warn' ? 'warn' : 'fail') : 'waived')} check <code>${check.id}</code>: ${check.title} ${selfLink(anchor, `check ${check.id}`)}</p>
${check.waived === undefined ? '' : escaped`<p class="callout"><b>Waived until ${check.waived.until}:</b> ${check.waived.reason}</p>`}
<blockquote><p>${clause?.text ?? ''}</p><footer><a href="#${anchorOf('clause', check.clause)}"><code>${check.clause}</code></a> <span class="quiet">${sectionTitle(contract, clause?.section ?? '')}; level ${check.level}</span></footer></blockquote>
${check.reason === undefined ? '' : escaped`<p>${check.reason}${check.remedy === undefined ? '' : escaped` <span class="quiet">${check.remedy}</span>`}</p>`}
${findingsOf(check, told)}
</section>`
}

/** The first finding says it all; the others are there for who doubts it. */
function findingsOf({ findings }: CheckResult, told: string | undefined): Content {
  const [first, ...others] = findings
  if (first === undefined) return null
  return escaped`${findingOf(first, told)}${
    others.length === 0
      ? ''
      : escaped`
<details><summary>${plural(others.length, 'more finding')} of this check</summary>${others.map((other) => findingOf(other))}</details>`
  }`
}

function findingOf(finding: Finding, told?: string): Html {
  const { message, received } = finding
  const text = typeof received === 'string' ? received : JSON.stringify(received, null, 2)
  return escaped`<div class="finding">${capital(message) === told ? '' : escaped`<p>${capital(message)}</p>`}
<dl>
<div><dt>Expected</dt><dd>${lines(finding.expected, longestValue)}</dd></div>
<div><dt>Received</dt><dd><pre>${lines(text, longestValue)}</pre></dd></div>
${whereOf(finding)}
</dl>
</div>`
}

function whereOf({ exchange, pointer, also = [] }: Finding): Content {
  if (exchange === null) return null
  const place =
    pointer === null
      ? ''
      : pointer === ''
        ? ', the answer as a whole'
        : escaped`, at <code>${pointer}</code> of the body`
  const shown = also.slice(0, mostAlso)
  const others =
    also.length === 0
      ? ''
      : escaped`; as well: ${shown.map((n, at) => escaped`${at > 0 ? ', ' : ''}${exchangeLink(n)}`)}${also.length > mostAlso ? ' and more' : ''}`
  return escaped`<div><dt>Where</dt><dd>${exchangeLink(exchange)}${place}${others}</dd></div>`
}

function reproduction(report: Report, { checks, title }: Defect, story: Story | undefined): Html {
  const again = checks.slice(0, 1).map((check) => againText(check, report))
  return escaped`<p class="quiet">With octospec, which finds its own way there:</p>
${code(again.join(''), 10_000)}
${
  story === undefined
    ? ''
    : escaped`<details><summary>As a shell script, with curl</summary>
<p class="quiet">Ids come from the answers, secrets from the environment by name. It ends with 1 if the defect was reproduced, with 0 if it was not, and with 2 if it could not be tried.</p>
${code(shellScript(story, title, report.target.url), longestScript)}</details>`
}`
}

/** Steps with their bodies; a longer story says where the others are. */
const mostBodies = 20

/** The requests that lead to a failure, in their order: who called what, and what came back. Bodies are folded, but that of what shows it. */
function storySteps({ steps, finding, shown }: Story): Html {
  return escaped`<h4>How it came about</h4>
<ol class="steps">${steps.map((step, at) => stepOf(step, step === shown ? [finding.pointer ?? ''] : null, steps.length - at <= mostBodies))}</ol>`
}

/** @param pointers what is wrong in its answer; null: nothing is */
function stepOf({ exchange, waitSeconds, together }: Step, pointers: readonly string[] | null, whole: boolean): Html {
  const waited =
    waitSeconds > 0
      ? escaped`<p class="quiet">after ${waitSeconds} s of waiting</p>`
      : together
        ? escaped`<p class="quiet">while the one above was under way</p>`
        : ''
  const line = escaped`<b>${whatOf(exchange)}</b> <span class="quiet">${callers[exchange.as]}: ${bounded(exchange.request.method, 10)}</span> <code>${bounded(exchange.request.url.replace(/^[a-z]+:\/\/[^/]*/i, ''), 120)}</code> <span class="arrowed">→</span> ${pointers === null ? escaped`${answerWords(exchange)}` : escaped`<mark>${answerWords(exchange)}</mark>`}`
  return escaped`<li>${waited}${whole ? escaped`<details${pointers === null ? '' : escaped` open`}><summary>${line}</summary>${exchangeView(exchange, pointers ?? [])}</details>` : line}</li>
`
}

function whatOf({ purpose, input }: Exchange): string {
  const minutes = input['minutes']
  return purpose === 'clock' && typeof minutes === 'number' ? `the clock moves on ${minutes} min` : purpose
}
