import type { Report } from '../../judge/report.js'
import { anchorOf } from './anchorOf.js'
import { escaped, type Html } from './escaped.js'
import { badge, exchangeLink, plural, section } from './parts.js'

/** What stands behind several checks at once, each cause once, before the checks themselves. */
export function causesSection({ causes = [] }: Report): Html {
  if (causes.length === 0) return escaped``
  return section(
    'causes',
    'Causes',
    'What several checks go back to, told once, with the server’s own words where it said any.',
    escaped`${causes.map(
      ({ text, outcome, checks, clauses, exchange, remedy }) => escaped`<div class="card reason">
<p class="tags">${badge(outcome)}<span class="quiet">${plural(checks.length, 'check')}, ${plural(clauses.length, 'clause')}${exchange === undefined ? '' : escaped`, first in ${exchangeLink(exchange)}`}</span></p>
<p><b>${text}</b></p>
${remedy === undefined ? '' : escaped`<p class="remedy"><span>What would change it:</span> ${remedy}</p>`}
<details><summary>${plural(clauses.length, 'clause')}</summary>
<ul class="checks">${clauses.map((clause) => escaped`<li><a href="#${anchorOf('clause', clause)}"><code>${clause}</code></a></li>`)}</ul></details>
</div>`,
    )}`,
  )
}
