import { parseBody } from '../wire/body.js'
import { isJsonObject } from '../contract/json.js'
import { messageOf } from '../contract/messageOf.js'
import type { Caller } from '../wire/exchange.js'
import type { SeenExchange } from './cleaner.js'

/** An exchange of a HAR, and which of its entries it is, from 0. */
export interface HarExchange {
  readonly entry: number
  readonly seen: SeenExchange
}

/**
 * The exchanges of a HAR 1.2, as browsers and proxies write it, in the order of their requests. Others are left out.
 * @param entries `log.entries`
 */
export function harExchanges(entries: readonly unknown[]): readonly HarExchange[] {
  return entries
    .flatMap((entry, at) => {
      const seen = isJsonObject(entry) ? seenIn(entry) : null
      return seen === null ? [] : [{ entry: at, seen }]
    })
    .toSorted((a, b) => a.seen.startedAt - b.seen.startedAt)
    .map(({ entry, seen }, at) => ({ entry, seen: { ...seen, n: at + 1 } }))
}

const callers: readonly Caller[] = ['reseller', 'other', 'nobody', 'wrong']

function seenIn({
  request,
  response,
  startedDateTime,
  time,
  _as,
}: {
  readonly [key: string]: unknown
}): Omit<SeenExchange, 'n'> | null {
  if (!isJsonObject(request)) return null
  const { method, url, postData } = request
  const startedAt = typeof startedDateTime === 'string' ? Date.parse(startedDateTime) : Number.NaN
  if (typeof method !== 'string' || typeof url !== 'string' || Number.isNaN(startedAt)) return null
  const body = isJsonObject(postData) ? postData['text'] : undefined
  const as = callers.find((each) => each === _as)
  const answered = responseIn(isJsonObject(response) ? response : {})
  return {
    request: { method, url, headers: headersIn(request, false), ...(typeof body === 'string' && { body }) },
    ...answered,
    ...(as !== undefined && { as }),
    startedAt,
    durationMs: typeof time === 'number' && time > 0 ? time : 0,
  }
}

function responseIn(response: { readonly [key: string]: unknown }): Pick<SeenExchange, 'response' | 'failure'> {
  const { status, content } = response
  // So it is written where none came.
  if (typeof status !== 'number' || status < 100)
    return { response: null, failure: { kind: 'connection', message: 'the recording has no answer' } }
  const { text, encoding } = isJsonObject(content) ? content : {}
  const bytes = typeof text !== 'string' ? '' : Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
  try {
    return { response: { status, headers: headersIn(response, true), ...parseBody(Buffer.from(bytes)) } }
  } catch (error) {
    return { response: null, failure: { kind: 'too-large', message: messageOf(error) } }
  }
}

function headersIn(holder: { readonly [key: string]: unknown }, lower: boolean): Readonly<Record<string, string>> {
  const { headers } = holder
  const all: readonly unknown[] = Array.isArray(headers) ? headers : []
  const found = new Map<string, string>()
  for (const header of all) {
    if (!isJsonObject(header)) continue
    const { name, value } = header
    // HTTP/2 has its own, such as :path.
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue
    const own = lower ? name.toLowerCase() : name
    const before = found.get(own)
    found.set(own, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(found)
}
