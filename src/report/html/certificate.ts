import type { Report } from '../../judge/report.js'
import { levelsInWords, standingOf } from '../../judge/standing.js'
import { escaped, type Html } from './escaped.js'
import { code, dateOf, section } from './parts.js'

/** Of a run that conforms, a page to hand on: what it says, what it does not say, and how somebody else checks it. */
export function certificate(report: Report): Html {
  // A part of the suite and a smoke run are nothing to hand on.
  if (report.verdict !== 'conforms' || report.partial) return escaped``
  const { target, evidence, contract, tool, clauses, startedAt } = report
  const standings = standingOf(clauses)
  const [verified = 'no clause', open, broken] = (['verified', 'unverified', 'broken'] as const).map((how) =>
    levelsInWords(standings, how),
  )
  const found = [
    `${verified} verified`,
    ...(open === undefined ? [] : [`${open} could not be verified`]),
    ...(broken === undefined ? [] : [`${broken} broken or not followed, which is waived or no failure`]),
  ]
  return section(
    'certificate',
    'Certificate',
    null,
    escaped`<div class="card certificate">
<p>On <b>${dateOf(startedAt)}</b> the server at <b><code>${target.url}</code></b> (${target.environment}) was held up to the documents of the service by octospec ${tool.version}, contract ${contract.version}. It <b>conforms</b>: ${found.join('; ')}.</p>
<h3>What it means</h3>
<ul class="plain"><li>Each verified clause was seen to hold, in real answers of this server, on that day.</li><li>Every must clause that a client can observe was verified${report.allowUntested.length > 0 ? ', or the run was allowed to leave it open' : ''}.</li></ul>
<h3>What it does not mean</h3>
<ul class="plain">${open === undefined ? '' : escaped`<li>That the server does what could not be verified: <a href="#unverified">see below</a>.</li>`}${broken === undefined ? '' : escaped`<li>That it does what is <a href="#failures">waived or not followed</a>.</li>`}<li>It says nothing of speed, load or what the documents leave open, nor of any other day, address or version of the server.</li></ul>
<h3>How a partner checks it</h3>
<p>Ask for the whole folder of the run. This judges it again, offline:</p>
${code('octospec verify FOLDER', 200)}
<p>That shows that the report follows from the evidence, and not who made the two. Ask for a signature or an attestation of <code>report.json</code>, which has the hash of the evidence.</p>
<p class="quiet">Evidence: ${evidence.exchanges.toLocaleString('en')} exchanges, sha256 <code>${evidence.sha256}</code>. Contract sha256 <code>${contract.sha256}</code>.</p>
</div>`,
  )
}
