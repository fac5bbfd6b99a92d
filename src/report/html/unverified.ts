import type { CheckResult, Report } from '../../run/report.js'
import { anchorOf } from './anchorOf.js'
import { chapterOf } from './chapters.js'
import { markup, type Html } from './markup.js'
import { badge, plural, section } from './parts.js'

/** What could not be verified and what does not apply, by reason, each with what would change it. */
export function unverifiedSection(report: Report): Html {
  const untested = report.checks.filter(({ outcome }) => outcome === 'untested')
  const notApplicable = report.checks.filter(({ outcome }) => outcome === 'not-applicable')
  return section(
    'unverified',
    'What could not be verified',
    'No silence counts as a pass: what was planned and could not be observed is listed here, by reason, with what would make it verifiable.',
    markup`${untested.length === 0 ? markup`<p class="none">Everything that was planned was observed.</p>` : byReason(untested).map(reasonCard)}
${notApplicable.length === 0 ? '' : markup`<h3>Not applicable</h3><p class="note">Operations that the documents call optional and that this target does not offer.</p>${byReason(notApplicable).map(reasonCard)}`}`,
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
  if (one === undefined) return markup``
  const reason = one.reason ?? 'no reason was recorded'
  return markup`<div class="card reason">
<p class="tags">${badge(one.outcome)}<span class="quiet">${plural(checks.length, 'check')}</span></p>
<p><b>${reason.replace(/^[a-z]/, (letter) => letter.toUpperCase())}</b></p>
${one.remedy === undefined ? '' : markup`<p class="remedy"><span>What would change it:</span> ${one.remedy}</p>`}
<details${checks.length <= 4 ? markup` open` : ''}><summary>${plural(checks.length, 'check')}</summary>
<ul class="checks">${checks.map(
    (check) =>
      markup`<li class="item" data-o="${check.outcome}" data-l="${check.level}" data-c="${chapterOf(check.clause)}">${check.title} <span class="quiet">${check.level} <a href="#${anchorOf('clause', check.clause)}"><code>${check.clause}</code></a>, check <a href="#${anchorOf('check', check.id)}"><code>${check.id}</code></a>${check.allowed === true ? '; allowed to stay open in this run' : ''}</span></li>`,
  )}</ul></details>
</div>`
}
