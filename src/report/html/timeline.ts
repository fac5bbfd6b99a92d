import type { EvidenceLine } from '../../evidence/evidence.js'
import type { Exchange } from '../../client/exchange.js'
import { anchorOf } from './anchorOf.js'
import type { Defect } from '../defects.js'
import { bodiesBudget, packedExchange, packExchanges, type PackedExchange } from './exchangeBodies.js'
import { bounded, escaped, ours, type Html } from './escaped.js'
import { duration, mostRows, plural, selfLink } from './parts.js'

/** Rows of one table. */
const page = 250

/**
 * Every request of the run in its order: tables that are written as the evidence is read, each with the requests and
 * answers of its rows compressed, as long as the budget of the file lasts.
 */
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
<p class="note">${plural(exchanges, 'request')}. With its script this page opens any of them by its number; <code>exchanges.ndjson</code> has all of each.</p>
${more ? escaped`<p class="callout">Here are the first ${mostRows.toLocaleString('en')} of ${plural(exchanges, 'exchange')}; all of them are in <code>exchanges.ndjson</code>.</p>` : ''}
${exchanges === 0 ? escaped`<p class="none">No request was recorded.</p>` : ''}
`
  let began: number | undefined
  let rows: Html[] = []
  let bodies: PackedExchange[] = []
  let left = bodiesBudget
  let unpacked = 0
  const close = (): Html => {
    const packed = left > 0 ? packExchanges(bodies) : ''
    const fits = packed !== '' && packed.length <= left
    if (!fits) unpacked += rows.length
    left = fits ? left - packed.length : 0
    const shown = pageOf(
      rows,
      bodies.map(([n]) => n),
      fits ? packed : '',
    )
    rows = []
    bodies = []
    return shown
  }
  for await (const line of evidence) {
    if (line.type !== 'exchange' || line.exchange.n > mostRows) continue
    began ??= line.exchange.startedAt
    rows.push(rowOf(line.exchange, began, namedBy.get(line.exchange.n)))
    bodies.push(packedExchange(line.exchange))
    if (rows.length >= page) yield close()
  }
  if (rows.length > 0) yield close()
  if (unpacked > 0)
    yield escaped`<p class="callout">The bodies of ${plural(unpacked, 'request')} are not in this file, which has room for ${(bodiesBudget / 1e6).toFixed(1)} MB of them: searching does not look into those. <code>octospec show RUN NUMBER</code> shows each.</p>`
  yield escaped`</section>`
}

function pageOf(rows: readonly Html[], numbers: readonly number[], packed: string): Html {
  const name = `Requests ${Math.min(...numbers)} to ${Math.max(...numbers)}`
  return escaped`<details class="page"><summary>${name}<span class="found"></span></summary>
<noscript><div class="scroll" role="region" aria-label="${name}" tabindex="0"><table class="rows"><caption class="hidden">${name}</caption>
<thead><tr><th scope="col">No.</th><th scope="col">At</th><th scope="col">Scenario</th><th scope="col">Request</th><th scope="col">Answer</th><th scope="col">Took</th></tr></thead>
<tbody>
${rows}</tbody></table></div></noscript><template class="bodies">${ours(packed)}</template></details>
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
