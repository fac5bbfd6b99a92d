import type { Report, Verdict } from '../../judge/report.js'
import { escaped, type Html } from './escaped.js'
import { duration, plural } from './parts.js'

const meanings: Readonly<Record<Verdict, string>> = {
  conforms:
    'Nothing that the documents state was found broken, and every must clause that a client can observe was verified or explicitly allowed to stay open.',
  fails:
    'The server does not do what the documents state. Each failure is below, with the answer that shows it and a way to see it again.',
  unverified:
    'Nothing was found broken, but must clauses stayed open that a client can observe. What would make them verifiable is listed below.',
  aborted: 'The run ended early. What was judged until then is below; it is not a verdict on the server.',
  'suite-error': 'octospec itself broke in part of the run, so this is no verdict on the server. Please report it.',
}

/** The verdict in one sentence, what was tested, when, and with what. */
export function masthead(report: Report): Html {
  const { verdict, headline } = report
  const rest = headline.startsWith(`${verdict}:`) ? headline.slice(verdict.length + 1) : ` ${headline}`
  return escaped`<header class="masthead v-${verdict}">
<p class="brand">octospec <span>conformance report</span></p>
<h1><span class="verdict">${verdict}<span class="hidden">:</span></span>${rest}</h1>
<p class="lead">${meanings[verdict]}</p>
${mustBar(report)}
<dl class="facts">
<div class="wide"><dt>Tested</dt><dd><code>${report.target.url}</code> (${report.target.environment})</dd></div>
<div><dt>When</dt><dd><time datetime="${report.startedAt}">${dateOf(report.startedAt)}</time></dd></div>
<div><dt>How much</dt><dd>${plural(report.requests, 'request')} in ${duration(report.durationMs)}, ${plural(report.checks.length, 'check')}, ${plural(report.bookings.length, 'booking')}</dd></div>
<div><dt>With</dt><dd>octospec ${report.tool.version}, Node ${report.tool.node}</dd></div>
<div><dt>Against</dt><dd>contract ${report.contract.version}, sha256 <code>${report.contract.sha256.slice(0, 12)}</code></dd></div>
<div><dt>Settings</dt><dd>effort ${report.effort}, seed ${report.seed}${report.strict ? ', strict: a convention that is not followed fails' : ''}</dd></div>
</dl>
${remarks(report)}
</header>`
}

/** `21 November 2026, 03:32 UTC` */
function dateOf(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  return `${date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}

function mustBar({ summary: { must } }: Report): Html {
  const parts = [
    { name: 'verified', count: must.verified, kind: 'pass' },
    { name: 'broken', count: must.broken, kind: 'fail' },
    { name: 'not verified', count: must.untested, kind: 'untested' },
    { name: 'not applicable', count: must.notApplicable, kind: 'not-applicable' },
  ]
  const total = Math.max(
    1,
    parts.reduce((sum, { count }) => sum + count, 0),
  )
  let x = 0
  const bars = parts.map(({ count, kind }) => {
    const wide = (count / total) * 1000
    const bar =
      count === 0
        ? ''
        : escaped`<rect class="s-${kind}" x="${x.toFixed(1)}" y="0" width="${Math.max(2, wide - 3).toFixed(1)}" height="14"/>`
    x += wide
    return bar
  })
  return escaped`<div class="must">
<svg viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
<ul>${parts.map(({ name, count, kind }) => escaped`<li class="m-${kind}"><b>${count}</b> ${name}</li>`)}</ul>
<p class="quiet">of ${must.total} must clauses; ${must.unobservable} more cannot be observed by any client</p>
</div>`
}

/** All that a reader must know before believing the verdict. */
function remarks(report: Report): Html {
  const notes: Html[] = report.problems.map((problem) => escaped`<li><b>Mind:</b> ${problem}</li>`)
  if (report.partial)
    notes.push(escaped`<li><b>Partial run:</b> only the checks that match ${codes(report.only)} were chosen.</li>`)
  if (report.allowUntested.length > 0)
    notes.push(
      escaped`<li><b>Allowed to stay open:</b> checks that match ${codes(report.allowUntested)} do not count when they could not be verified.</li>`,
    )
  for (const { scenario, dueAt } of report.pending)
    notes.push(
      escaped`<li><b>Not finished:</b> the holds of <code>${scenario}</code> are still ageing until ${dateOf(dueAt)}; <code>octospec settle</code> completes the report then.</li>`,
    )
  for (const { check, reason, until, state } of report.waivers)
    notes.push(escaped`<li><b>Waiver, ${waiverStates[state]}:</b> <code>${check}</code> until ${until}: ${reason}</li>`)
  return notes.length === 0 ? escaped`` : escaped`<ul class="remarks">${notes}</ul>`
}

const waiverStates: Readonly<Record<Report['waivers'][number]['state'], string>> = {
  matches: 'in force',
  stale: 'stale, it matches no failure any more',
  over: 'over, it waives nothing any more',
}

function codes(texts: readonly string[]): readonly Html[] {
  return texts.slice(0, 20).map((text, at) => escaped`${at > 0 ? ', ' : ''}<code>${text}</code>`)
}
