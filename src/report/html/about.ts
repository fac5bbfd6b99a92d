import type { Report } from '../../judge/report.js'
import { profileYaml } from '../../profile/profileYaml.js'
import { escaped, type Html } from './escaped.js'
import { badge, code, section } from './parts.js'

const longestProfile = 40_000

export function aboutSection(report: Report): Html {
  const { evidence } = report
  return section(
    'about',
    'About this report',
    null,
    escaped`<details class="item"><summary>How to read it</summary>
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
<p class="note">The evidence is in <code>${evidence.file || 'exchanges.ndjson'}</code>${evidence.sha256 === '' ? '' : escaped` (sha256 <code>${evidence.sha256.slice(0, 16)}…</code>)`}; <code>octospec verify</code> judges it again, offline. Text from the target is shown with control and direction characters as <code>\\uXXXX</code>, and long values are cut; the evidence has all of them.</p>`,
  )
}
