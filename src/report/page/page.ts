import { endingOf } from '../../judge/verdict.js'
import { defectsOf } from '../defects.js'
import { escaped } from '../escape.js'
import type { ReportInput } from '../formats.js'
import { clausesSection, contents } from './clauses.js'
import { failuresSection, unverifiedSection } from './failures.js'
import { certificate, masthead } from './masthead.js'
import {
  aboutSection,
  bookingsSection,
  gapsSection,
  lifecycleSection,
  tallySection,
  timelineSection,
  worthSection,
} from './tables.js'
import { pageFile, pageHead } from './parts.js'
import { storiesOf } from '../story/story.js'

/**
 * `report.html`, piece by piece: one file that needs no network and works without its script. It loads nothing and runs nothing
 * but its own script (a content security policy by hash says so too), whatever the target answered. Memory does not grow
 * with the number of exchanges. The evidence is read three times.
 */
export async function* renderHtml({ contract, report, evidence }: ReportInput): AsyncGenerator<string> {
  const defects = defectsOf(contract, report)
  const stories = await storiesOf(defects, report, contract, evidence)
  const script = pageFile('page.js')
  const title = `octospec: ${endingOf(report)}, ${report.target.url}`
  yield String(escaped`${pageHead({ title, script })}<a class="skip" href="#main">Skip to the findings</a>
${masthead(contract, report, defects)}
${contents(contract, report, defects)}
<main id="main">
`)
  yield String(certificate(report))
  yield String(failuresSection(contract, report, defects, stories))
  yield String(unverifiedSection(contract, report, defects))
  yield String(clausesSection(contract, report))
  yield String(worthSection(report))
  yield String(gapsSection(report))
  for (const tally of report.tallies ?? []) yield String(tallySection(tally))
  yield String(lifecycleSection(report))
  yield String(bookingsSection(report))
  for await (const piece of timelineSection(report.evidence.exchanges, defects, evidence())) yield String(piece)
  yield String(aboutSection(report))
  yield `
</main>
<script>${script}</script>
</body>
</html>
`
}
