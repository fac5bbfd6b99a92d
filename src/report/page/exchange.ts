import { STATUS_CODES } from 'node:http'
import type { Exchange } from '../../wire/exchange.js'
import { pointerTokens } from '../../contract/json.js'
import type { Json } from '../../profile/profile.js'
import { bounded, type Content, escaped, type Html, lines } from '../escape.js'
import { duration } from '../../words.js'
import { jsonIn } from '../reportFile.js'
import { exchangeLink } from './parts.js'

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

/** The address without its host. */
export function pathOf({ request }: Exchange): string {
  return request.url.replace(/^[a-z]+:\/\/[^/]*/i, '') || '/'
}

/** `200 OK`, or that no answer came. */
export function answerWords({ response, failure }: Exchange): string {
  if (response === null) return `no complete answer${failure === undefined ? '' : ` (${failure.kind})`}`
  return `${response.status} ${STATUS_CODES[response.status] ?? ''}`.trim()
}

function requestBody(body: string): Content {
  const json = body.length > longestBody ? undefined : jsonIn(body)
  return json === undefined ? lines(body, longestBody) : markedJson(json, [])
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

/** JSON texts up to this length are shown whole: more where no place is to be found in them. */
const whole = 5000
const wholeWithMarks = 1600
const longestString = 400
const longestGlimpse = 44
/** Members shown of a long array or object with a marked place: at its start, and on either side of the place. */
const atStart = 1
const around = 2

/** The places in a value that are marked, as a tree of tokens. */
interface Marks {
  marked: boolean
  readonly below: Map<string, Marks>
}

/** A JSON value with the values at some pointers marked. Large values are shown in part, and the rest is counted. */
export function markedJson(value: Json, pointers: readonly string[]): Html {
  const root = emptyMarks()
  for (const pointer of pointers) {
    if (pointer === '') continue
    let here = root
    for (const token of pointerTokens(pointer)) {
      const next = here.below.get(token) ?? emptyMarks()
      here.below.set(token, next)
      here = next
    }
    here.marked = true
  }
  const brief = JSON.stringify(value).length > (root.below.size > 0 ? wholeWithMarks : whole)
  return escaped`${print(value, root, '', brief, { left: whole })}`
}

function emptyMarks(): Marks {
  return { marked: false, below: new Map() }
}

function print(value: Json, marks: Marks | undefined, indent: string, brief: boolean, room: { left: number }): Html {
  const shown = printPlain(value, marks, indent, brief, room)
  return marks?.marked === true ? here(shown) : shown
}

function here(shown: Html): Html {
  return escaped`<mark>${shown}</mark><span class="here"> ← here</span>`
}

function printPlain(
  value: Json,
  marks: Marks | undefined,
  indent: string,
  brief: boolean,
  room: { left: number },
): Html {
  if (typeof value !== 'object' || value === null) return scalar(value, room)
  // Beside the marked places of a large value only a glimpse of each member is shown.
  if (brief && indent !== '' && (marks === undefined || (marks.below.size === 0 && room.left <= 0)))
    return glimpse(value, room)
  const list: readonly (readonly [string, Json])[] = Object.entries(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  // Deep nesting would be mostly indentation.
  const inner = indent.length < 40 ? `${indent}  ` : indent
  const missing = [...(marks?.below.keys() ?? [])].filter((token) => !Object.hasOwn(value, token))
  if (list.length === 0 && missing.length === 0) return escaped`${open}${close}`
  const parts: Html[] = []
  let skipped = 0
  const endSkip = (): void => {
    if (skipped > 0) parts.push(escaped`\n${inner}<span class="elided">… ${skipped} more</span>`)
    skipped = 0
  }
  const places = list.flatMap(([key], at) => (marks?.below.has(key) === true ? [at] : []))
  list.forEach(([key, member], at) => {
    const near = at < atStart || places.some((place) => Math.abs(place - at) <= around)
    if (brief && !near && (list.length > 30 || room.left <= 0)) {
      skipped += 1
      return
    }
    endSkip()
    const name = Array.isArray(value) ? '' : escaped`<span class="key">${bounded(JSON.stringify(key), 200)}</span>: `
    const comma = at < list.length - 1 ? ',' : ''
    parts.push(escaped`\n${inner}${name}${print(member, marks?.below.get(key), inner, brief, room)}${comma}`)
  })
  endSkip()
  for (const token of missing)
    parts.push(
      escaped`\n${inner}<mark><span class="key">${bounded(JSON.stringify(token), 200)}</span>: (not there)</mark
        ><span class="here"> ← here</span>`,
    )
  return escaped`${open}${parts}\n${indent}${close}`
}

function scalar(value: string | number | boolean | null, room: { left: number }): Html {
  const text = JSON.stringify(value)
  room.left -= Math.min(text.length, longestString)
  return bounded(text, longestString)
}

function glimpse(value: Json, room: { left: number }): Html {
  const text = JSON.stringify(value)
  room.left -= Math.min(text.length, longestGlimpse)
  if (text.length <= longestGlimpse) return bounded(text, longestGlimpse)
  return escaped`<span class="elided">${bounded(text.slice(0, longestGlimpse), longestGlimpse)} …</span>`
}
