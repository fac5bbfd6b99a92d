import type { Report } from '../../judge/report.js'
import { profileYaml } from '../../profile/profileYaml.js'
import { escaped, type Html } from './escaped.js'
import { badge, code, duration, plural, section } from './parts.js'

const longestProfile = 40_000

export function aboutSection(report: Report): Html {
  const { evidence } = report
  return section(
    'about',
    'About this report',
    null,
    escaped`<dl class="facts">
<div><dt>How much</dt><dd>${plural(report.requests, 'request')} in ${duration(report.durationMs)}, ${plural(report.checks.length, 'check')}, ${plural(report.bookings.length, 'booking')}</dd></div>
<div><dt>With</dt><dd>octospec ${report.tool.version}, Node ${report.tool.node}</dd></div>
<div><dt>Against</dt><dd>contract ${report.contract.version}, sha256 <code>${report.contract.sha256.slice(0, 12)}</code></dd></div>
<div><dt>Settings</dt><dd>effort ${report.effort}, seed ${report.seed}${report.strict ? ', strict: a convention that is not followed fails' : ''}</dd></div>
${evidence.sha256 === '' ? '' : escaped`<div><dt>Evidence</dt><dd><code>${evidence.file || 'exchanges.ndjson'}</code>, sha256 <code>${evidence.sha256}</code></dd></div>`}
</dl>
<details class="item"><summary>How to read it</summary>
<dl class="legend">
<div><dt>${badge('pass')}</dt><dd>observed, and as the documents state</dd></div>
<div><dt>${badge('fail')}</dt><dd>a must or derived clause is broken</dd></div>
<div><dt>${badge('warn')}</dt><dd>a convention is not followed; the documents do not ask for it</dd></div>
<div><dt>${badge('untested')}</dt><dd>could have been observed but was not; the reason and a remedy are given</dd></div>
<div><dt>${badge('not-applicable')}</dt><dd>belongs to an optional operation that this target does not offer</dd></div>
<div><dt>${badge('unobservable')}</dt><dd>no client can observe it; it never counts</dd></div>
<div><dt>${badge('waived')}</dt><dd>a known failure, accepted in the profile until a day</dd></div>
<div><dt>${badge('error')}</dt><dd>octospec itself broke; this says nothing about the target</dd></div>
</dl></details>
<details class="item"><summary>The profile of this run, as a file</summary><p class="quiet">What it said of the target beyond the defaults. Secrets are variables of the environment.</p>
${code(profileYaml(report.profile), longestProfile)}</details>
<p class="note"><code>octospec verify</code> judges the evidence again, offline. Text from the target is shown with control and direction characters as <code>\\uXXXX</code>, and long values are cut; the evidence has all of them.</p>`,
  )
}
