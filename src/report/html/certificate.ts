import type { Report } from '../../judge/report.js'
import { levelsInWords, standingOf } from '../../judge/standing.js'
import { escaped, type Html } from './escaped.js'
import { code, dateOf, section } from './parts.js'

/** Of a run that conforms, a page to hand on: what it says, what it does not say, and how somebody else checks it. */
export function certificate(report: Report): Html {
  // A part of the suite, a smoke run, a shard and what went by a proxy are nothing to hand on.
  if (report.verdict !== 'conforms' || report.partial) return escaped``
  const { target, evidence, contract, tool, clauses, startedAt } = report
  const standings = standingOf(clauses)
  const open = levelsInWords(standings, 'unverified')
  const broken = levelsInWords(standings, 'broken')
  return section(
    'certificate',
    'Certificate',
    null,
    escaped`<div class="card certificate">
<p>On <b>${dateOf(startedAt)}</b> the server at <b><code>${target.url}</code></b> (${target.environment}) was held up to the documents of the service by octospec ${tool.version}, contract ${contract.version}. It <b>conforms</b>: ${levelsInWords(standings, 'verified') ?? 'no clause'} verified.</p>
<h3>What it means</h3>
<ul class="plain"><li>Each verified clause was seen to hold, in real answers of this server, on that day.</li><li>Every must clause that a client can observe was verified${report.allowUntested.length > 0 ? ', or the run was allowed to leave it open' : ''}.</li></ul>
<h3>What it does not mean</h3>
<ul class="plain">${open === undefined ? '' : escaped`<li>${open} could not be verified: <a href="#unverified">see below</a>.</li>`}${broken === undefined ? '' : escaped`<li>${broken} broken or not followed, which is waived or no failure.</li>`}<li>It says nothing of speed, load or what the documents leave open, nor of any other day, address or version of the server.</li></ul>
<h3>How a partner checks it</h3>
<p>Ask for the whole folder of the run, and for the public key where it is signed. This judges it again, offline:</p>
${code('octospec verify FOLDER --key public.pem', 200)}
<p class="quiet">Evidence: ${evidence.exchanges.toLocaleString('en')} exchanges, sha256 <code>${evidence.sha256}</code>. Contract sha256 <code>${contract.sha256}</code>. A signature stands in <code>signature.json</code> beside this file; without one anybody may have made the folder.</p>
</div>`,
  )
}
