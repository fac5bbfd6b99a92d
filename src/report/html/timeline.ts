import type { EvidenceLine } from '../../evidence/evidence.js'
import type { Exchange } from '../../client/exchange.js'
import { anchorOf, duration, mostRows, plural, selfLink } from './parts.js'
import type { Defect } from '../defects.js'
import { bounded, escaped, type Html } from './escaped.js'

/** Rows of one table. */
const page = 250

/** Every request of the run in its order: tables that are written as the evidence is read. */
export async function* timelineSection(
  exchanges: number,
  defects: readonly Defect[],
  evidence: AsyncIterable<EvidenceLine>,
): AsyncGenerator<Html> {
  const namedBy = namedExchanges(defects)
  const more = exchanges > mostRows
  yield escaped`
<section id="timeline" aria-labelledby="timeline-title">
<h2 id="timeline-title">Requests ${selfLink('timeline', 'Requests')}</h2>
<p class="note">${plural(exchanges, 'request')}. <code>octospec show RUN 12</code> prints one whole, from <code>exchanges.ndjson</code>.</p>
${more ? escaped`<p class="callout">Here are the first ${mostRows.toLocaleString('en')} of ${plural(exchanges, 'exchange')}; all of them are in <code>exchanges.ndjson</code>.</p>` : ''}
${exchanges === 0 ? escaped`<p class="none">No request was recorded.</p>` : ''}
`
  let began: number | undefined
  let rows: Html[] = []
  let first = 1
  for await (const line of evidence) {
    if (line.type !== 'exchange' || line.exchange.n > mostRows) continue
    began ??= line.exchange.startedAt
    if (rows.length === 0) first = line.exchange.n
    rows.push(rowOf(line.exchange, began, namedBy.get(line.exchange.n)))
    if (rows.length < page) continue
    yield pageOf(rows, first)
    rows = []
  }
  if (rows.length > 0) yield pageOf(rows, first)
  yield escaped`</section>`
}

/** A table of requests; the script of the page lays it out when it is opened. */
function pageOf(rows: readonly Html[], first: number): Html {
  const name = `Requests ${first} to ${first + rows.length - 1}`
  return escaped`<details class="page"><summary>${name}<span class="found"></span></summary>
<noscript><div class="scroll" role="region" aria-label="${name}" tabindex="0"><table class="rows"><caption class="hidden">${name}</caption>
<thead><tr><th scope="col">No.</th><th scope="col">At</th><th scope="col">Scenario</th><th scope="col">Request</th><th scope="col">Answer</th><th scope="col">Took</th></tr></thead>
<tbody>
${rows}</tbody></table></div></noscript></details>
`
}

function rowOf(exchange: Exchange, began: number, named: ReadonlySet<number> = new Set()): Html {
  const { n, request, response, failure } = exchange
  const anchor = anchorOf('exchange', n)
  return escaped`<tr class="item" id="${anchor}"><th scope="row"><a href="#${anchor}">${n}</a></th><td>${duration(Math.max(0, exchange.startedAt - began))}</td><td>${exchange.scenario}</td><td>${bounded(request.method, 10)} <code>${bounded(pathOf(request.url), 140)}</code>${exchange.as === 'reseller' ? '' : ` as ${exchange.as}`}</td><td>${response?.status ?? ''}${failure === undefined ? '' : ` ${failure.kind}`}${[...named].map((group) => escaped` <a class="named" href="#${anchorOf('failure', group)}">failure ${group}</a>`)}</td><td>${duration(exchange.durationMs)}</td></tr>
`
}

function namedExchanges(defects: readonly Defect[]): ReadonlyMap<number, ReadonlySet<number>> {
  const named = new Map<number, Set<number>>()
  for (const { number, checks } of defects)
    for (const { exchange } of checks.flatMap(({ findings }) => findings))
      if (exchange !== null) named.set(exchange, (named.get(exchange) ?? new Set()).add(number))
  return named
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '') || '/'
}
