import type { CheckResult, Report } from '../../judge/report.js'
import { anchorOf } from './anchorOf.js'
import { chapterOf } from './chapters.js'
import { escaped, type Html } from './escaped.js'
import { badge, plural, section, sentence } from './parts.js'

/** What could not be verified and what does not apply, by reason, each with what would change it. */
export function unverifiedSection(report: Report): Html {
  const untested = report.checks.filter(({ outcome }) => outcome === 'untested')
  const notApplicable = report.checks.filter(({ outcome }) => outcome === 'not-applicable')
  return section(
    'unverified',
    'What could not be verified',
    'No silence counts as a pass: what was planned and could not be observed is listed here, by reason, with what would make it verifiable.',
    escaped`${untested.length === 0 ? escaped`<p class="none">Everything that was planned was observed.</p>` : byReason(untested).map(reasonCard)}
${notApplicable.length === 0 ? '' : escaped`<h3>Not applicable</h3><p class="note">What does not concern this target: operations that the documents call optional and that it does not offer, or what its profile rules out.</p>${byReason(notApplicable).map(reasonCard)}`}`,
  )
}

type Group = readonly CheckResult[]

function byReason(checks: readonly CheckResult[]): readonly Group[] {
  const groups = new Map<string, CheckResult[]>()
  for (const check of checks) {
    const key = JSON.stringify([pattern(check.reason), pattern(check.remedy)])
    groups.set(key, [...(groups.get(key) ?? []), check])
  }
  return [...groups.values()].toSorted((a, b) => b.length - a.length)
}

/** Reasons that differ in the number of an exchange alone are one. */
function pattern(text = ''): string {
  return text.slice(0, 500).replaceAll(/\d+/g, 'N')
}

function reasonCard(checks: Group): Html {
  const [one] = checks
  if (one === undefined) return escaped``
  const reason = one.reason ?? 'no reason was recorded'
  return escaped`<div class="card reason">
<p class="tags">${badge(one.outcome)}<span class="quiet">${plural(checks.length, 'check')}</span></p>
<p><b>${sentence(reason)}</b></p>
${one.remedy === undefined ? '' : escaped`<p class="remedy"><span>What would change it:</span> ${one.remedy}</p>`}
<details${checks.length <= 4 ? escaped` open` : ''}><summary>${plural(checks.length, 'check')}</summary>
<ul class="checks">${checks.map(
    (check) =>
      escaped`<li class="item" data-o="${check.outcome}" data-l="${check.level}" data-c="${chapterOf(check.clause)}">${check.title} <span class="quiet">${check.level} <a href="#${anchorOf('clause', check.clause)}"><code>${check.clause}</code></a>, check <a href="#${anchorOf('check', check.id)}"><code>${check.id}</code></a>${check.allowed === true ? '; allowed to stay open in this run' : ''}</span></li>`,
  )}</ul></details>
</div>`
}
