import { STATUS_CODES } from 'node:http'
import type { Exchange } from '../../client/exchange.js'
import type { Json } from '../../profile/profile.js'
import { bounded, lines, escaped, type Content, type Html } from './escaped.js'
import { markedJson } from './markedJson.js'
import { duration, exchangeLink } from './parts.js'

/** Characters of a body that is no JSON. */
const longestBody = 12_000
const mostHeaders = 40

/** A recorded exchange with places of its answer marked (`''`: all of it), bounded whatever the target answered. */
export function exchangeView(exchange: Exchange, pointers: readonly string[]): Html {
  const { request } = exchange
  return escaped`<div class="exchange">
<p class="exchange-head">${exchangeLink(exchange.n)} <span class="quiet">${exchange.purpose}, sent as ${callers[exchange.as]}, scenario ${exchange.scenario}, ${duration(exchange.durationMs)}</span></p>
<div class="sides">
<div class="side"><h5>Request</h5><pre><b>${bounded(request.method, 20)} ${bounded(request.url, 1000)}</b>
${headersOf(request.headers)}${request.body === undefined ? '' : escaped`\n${requestBody(request.body)}`}</pre></div>
<div class="side"><h5>Response</h5><pre>${responseOf(exchange, pointers)}</pre></div>
</div>
</div>`
}

export const callers: Readonly<Record<Exchange['as'], string>> = {
  reseller: 'the reseller',
  other: 'the other reseller',
  nobody: 'nobody (no credentials)',
  wrong: 'a caller with wrong credentials',
}

/** `200 OK`, or that no answer came. */
export function answerWords({ response, failure }: Exchange): string {
  if (response === null) return `no complete answer${failure === undefined ? '' : ` (${failure.kind})`}`
  return `${response.status} ${STATUS_CODES[response.status] ?? ''}`.trim()
}

function requestBody(body: string): Content {
  const json = parse(body)
  return json === undefined ? lines(body, longestBody) : markedJson(json, [])
}

function parse(body: string): Json | undefined {
  if (body.length > longestBody) return undefined
  try {
    const json: Json = JSON.parse(body)
    return json
  } catch {
    return undefined
  }
}

function responseOf({ response, failure }: Exchange, pointers: readonly string[]): Html {
  const failed = failure === undefined ? '' : escaped`${failure.kind}: ${failure.message}`
  if (response === null) return escaped`<mark>no complete answer</mark> ${failed}`
  const status = escaped`${response.status} ${STATUS_CODES[response.status] ?? ''}`
  const first = pointers.includes('')
    ? escaped`<mark><b>${status}</b></mark><span class="here"> ← here</span>`
    : escaped`<b>${status}</b>`
  const body =
    response.json !== undefined
      ? markedJson(response.json, pointers)
      : response.text === undefined
        ? escaped`<span class="quiet">(no body)</span>`
        : lines(response.text, longestBody)
  return escaped`${first}${failed === '' ? '' : escaped`\n${failed}`}\n${headersOf(response.headers)}\n${body}`
}

function headersOf(headers: Readonly<Record<string, string>>): Html {
  const all = Object.entries(headers)
  const rest = all.length - mostHeaders
  return escaped`${all
    .slice(0, mostHeaders)
    .map(
      ([name, value]) => escaped`<span class="header">${bounded(name, 100)}: ${bounded(value, 500)}</span>\n`,
    )}${rest > 0 ? escaped`<span class="elided">… ${rest} more headers</span>\n` : ''}`
}
