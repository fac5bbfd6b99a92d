import { createHash } from 'node:crypto'
import type { Report } from '../../judge/report.js'
import { endingOf } from '../../judge/verdict.js'
import { defectsOf } from '../defects.js'
import { escaped, type Html, ours } from '../escape.js'
import type { ReportInput } from '../formats.js'
import { clausesSection, contents } from './clauses.js'
import { failuresSection } from './failures.js'
import { certificate, masthead } from './masthead.js'
import { script } from './script.js'
import { style } from './style.js'
import {
  aboutSection,
  bookingsSection,
  gapsSection,
  lifecycleSection,
  talliesSections,
  timelineSection,
  worthSection,
} from './tables.js'
import { unverifiedSection } from './unverified.js'
import { storiesOf } from '../story/story.js'

/**
 * `report.html`, piece by piece: one file that needs no network and works without its script. It loads nothing and runs nothing
 * but its own script (a content security policy by hash says so too), whatever the target answered. Memory does not grow
 * with the number of exchanges. The evidence is read three times.
 */
export async function* renderHtml({ contract, report, evidence }: ReportInput): AsyncGenerator<string> {
  const defects = defectsOf(contract, report)
  const stories = await storiesOf(defects, report, contract, evidence)
  yield String(escaped`${head(report)}
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
  for (const tally of talliesSections(report)) yield String(tally)
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

function head(report: Report): Html {
  const policy = `default-src 'none'; style-src 'sha256-${hashOf(style)}'; script-src 'sha256-${hashOf(script)}'; base-uri 'none'; form-action 'none'`
  return escaped`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>octospec: ${endingOf(report)}, ${report.target.url}</title>
<style>${ours(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the findings</a>`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
