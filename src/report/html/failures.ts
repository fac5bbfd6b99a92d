import type { Contract } from '../../contract/contract.js'
import type { CheckResult, Report } from '../../judge/report.js'
import type { Finding } from '../../suite/finding.js'
import { againText } from '../formats/checkText.js'
import { anchorOf } from './anchorOf.js'
import { chapterOf, sectionTitle } from './chapters.js'
import { stepsOf, type EvidenceViews } from './evidenceViews.js'
import type { FailureGroup } from './groupFailures.js'
import { bounded, lines, escaped, type Content, type Html } from './escaped.js'
import { badge, exchangeLink, plural, section, selfLink, sentence } from './parts.js'

const longestValue = 2000
/** So many are open from the beginning. */
const open = 3

/** What failed: like causes together, the gravest first. */
export function failuresSection(
  contract: Contract,
  report: Report,
  groups: readonly FailureGroup[],
  views: EvidenceViews,
): Html {
  const count = groups.length
  if (count === 0)
    return section(
      'failures',
      'Failures',
      null,
      escaped`<p class="none">Nothing that was verified broke a clause, and no convention was passed over.</p>`,
    )
  return section(
    'failures',
    'Failures',
    `Like causes are together, the gravest first: ${plural(count, 'cause')}, ${plural(
      groups.reduce((sum, { checks }) => sum + checks.length, 0),
      'check',
    )}. A must or derived clause that is broken fails the run; a convention that is not followed is a warning.`,
    groups.map((group) => failureCard(contract, report, group, views)),
  )
}

function failureCard(contract: Contract, report: Report, group: FailureGroup, views: EvidenceViews): Html {
  const [worst] = group.checks
  if (worst === undefined) return escaped``
  const anchor = anchorOf('failure', group.number)
  const title = worst.findings[0]?.message ?? worst.reason ?? worst.title
  const clauses = [...new Set(group.checks.map(({ clause }) => clause))]
  const shown = views.shown.get(group.number) ?? new Map<number, Html>()
  return escaped`
<article class="item card" id="${anchor}" data-o="${[...new Set(group.checks.map((each) => each.outcome))].join(' ')}" data-l="${[...new Set(group.checks.map(({ level }) => level))].join(' ')}" data-c="${[...new Set(clauses.map(chapterOf))].join(' ')}">
${selfLink(anchor, `failure ${group.number}`)}
<details${group.number <= open ? escaped` open` : ''}>
<summary><span class="tags">${badge(group.outcome)}<span class="level">${worst.level}</span><code>${clauses.slice(0, 4).join(', ')}${clauses.length > 4 ? ` and ${clauses.length - 4} more` : ''}</code></span><h3>${bounded(sentence(title), 400)}</h3></summary>
${group.checks.map((check) => checkOf(contract, report, check, title))}
${exchangesOf(group, shown)}
<h4>See it again</h4>
${reproduction(report, group, views)}
</details>
</article>`
}

/** The exchange of the first finding, and folded the others. */
function exchangesOf({ checks }: FailureGroup, shown: ReadonlyMap<number, Html>): Content {
  const numbers = new Set(checks.flatMap(({ findings }) => findings.flatMap(({ exchange }) => exchange ?? [])))
  const [first, ...others] = [...numbers].flatMap((n) => shown.get(n) ?? [])
  if (first === undefined) return null
  return escaped`<h4>The request and its answer</h4>
${first}${others.length === 0 ? '' : escaped`<details><summary>${plural(others.length, 'more exchange')} of this failure</summary>${others}</details>`}`
}

function checkOf(contract: Contract, report: Report, check: CheckResult, said: string): Html {
  const anchor = anchorOf('check', check.id)
  const clause = report.clauses.find(({ id }) => id === check.clause)
  return escaped`<section class="check" id="${anchor}">
<h4>Expected: ${check.title} ${selfLink(anchor, `check ${check.id}`)}</h4>
<p class="quiet">check <code>${check.id}</code>, ${check.outcome === 'error' ? 'octospec itself broke' : badge(check.waived === undefined ? (check.outcome === 'warn' ? 'warn' : 'fail') : 'waived')}</p>
${check.waived === undefined ? '' : escaped`<p class="callout"><b>Waived until ${check.waived.until}:</b> ${check.waived.reason}</p>`}
<blockquote><p>${clause?.text ?? ''}</p><footer><a href="#${anchorOf('clause', check.clause)}"><code>${check.clause}</code></a> <span class="quiet">${sectionTitle(contract, clause?.section ?? '')}; level ${check.level}</span></footer></blockquote>
${check.reason === undefined ? '' : escaped`<p>${check.reason}${check.remedy === undefined ? '' : escaped` <span class="quiet">${check.remedy}</span>`}</p>`}
${findingsOf(check, said)}
</section>`
}

/** The first finding says it all; the others are there for who doubts it. */
function findingsOf({ findings }: CheckResult, said: string): Content {
  const [first, ...others] = findings
  if (first === undefined) return null
  return escaped`${findingOf(first, said)}${
    others.length === 0
      ? ''
      : escaped`
<details><summary>${plural(others.length, 'more finding')} of this check</summary>${others.map((finding) => findingOf(finding, said))}</details>`
  }`
}

/** The title of the failure is not said again. */
function findingOf(finding: Finding, said: string): Html {
  const { message, received } = finding
  const text = typeof received === 'string' ? received : JSON.stringify(received, null, 2)
  return escaped`<div class="finding">${message === said ? '' : escaped`\n<p>${message}</p>`}
<dl>
<div><dt>Expected</dt><dd>${lines(finding.expected, longestValue)}</dd></div>
<div><dt>Received</dt><dd><pre>${lines(text, longestValue)}</pre></dd></div>
${whereOf(finding)}
</dl>
</div>`
}

function whereOf({ exchange, pointer }: Finding): Content {
  if (exchange === null) return null
  const place =
    pointer === null
      ? ''
      : pointer === ''
        ? ', the answer as a whole'
        : escaped`, at <code>${pointer}</code> of the body`
  return escaped`<div><dt>Where</dt><dd>${exchangeLink(exchange)}${place}</dd></div>`
}

function reproduction(report: Report, { checks }: FailureGroup, views: EvidenceViews): Html {
  const findings = checks.flatMap((check) => check.findings)
  const withSteps = findings.find(({ steps }) => steps !== undefined && steps.length > 0)
  const steps = stepsOf(withSteps?.steps)
  const left = (withSteps?.steps?.length ?? 0) - steps.length
  const alone = [...new Set(findings.flatMap(({ exchange }) => exchange ?? []))].filter((n) => views.curls.has(n))
  const numbers = steps.length > 0 ? steps : alone.slice(0, 3)
  const script = numbers.flatMap((n) => {
    const curl = views.curls.get(n)
    return curl === undefined ? [] : steps.length > 0 ? [`# exchange ${n}`, curl] : [curl]
  })
  if (left > 0) script.push(`# and ${left} more exchanges, see ${report.evidence.file || 'exchanges.ndjson'}`)
  const again = checks.slice(0, 10).map((check) => againText(check, report))
  const secrets = script.some((line) => /"\$[A-Za-z_]/.test(line))
  return escaped`${
    script.length === 0
      ? ''
      : escaped`<p class="quiet">${steps.length > 0 ? 'The shortest way there, as a script: ids and times in it are those of this run, put in those of your own.' : 'The request alone.'}${secrets ? ' Secrets are named as environment variables.' : ''}</p>
<pre class="command" tabindex="0">${lines(script.join('\n'), 60_000)}</pre>`
  }
<p class="quiet">With octospec, with the steps that lead there:</p>
<pre class="command" tabindex="0">${lines(again.join('\n'), 10_000)}</pre>`
}
