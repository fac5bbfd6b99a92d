import { STATUS_CODES } from 'node:http'
import { readAddress, type Exchange } from '../wire/exchange.js'
import { isoOf } from '../contract/instant.js'

/** An exchange as an entry of a HAR 1.2. An answer that never came has status 0, as browsers write it; `_as` says who asked. */
export function harEntry(exchange: Exchange): object {
  const { request, response, failure, n, scenario, purpose } = exchange
  const type = request.headers['content-type'] ?? request.headers['Content-Type'] ?? 'application/json'
  return {
    startedDateTime: isoOf(exchange.startedAt),
    time: exchange.durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: queryOf(request.url),
      ...(request.body === undefined ? {} : { postData: { mimeType: type, text: request.body } }),
      headersSize: -1,
      bodySize: request.body === undefined ? 0 : Buffer.byteLength(request.body),
    },
    response: responseOf(response, failure),
    cache: {},
    _as: exchange.as,
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    comment: `exchange ${n}, ${purpose} in ${scenario}${failure === undefined ? '' : `: ${failure.message}`}`,
  }
}

function responseOf(response: Exchange['response'], failure: Exchange['failure']): object {
  const headers = response?.headers ?? {}
  const text =
    response === null ? '' : response.json === undefined ? (response.text ?? '') : JSON.stringify(response.json)
  return {
    status: response?.status ?? 0,
    statusText: STATUS_CODES[response?.status ?? 0] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    content: { size: Buffer.byteLength(text), mimeType: headers['content-type'] ?? '', text },
    redirectURL: headers['location'] ?? '',
    headersSize: -1,
    bodySize: -1,
    ...(failure === undefined ? {} : { _error: `${failure.kind}: ${failure.message}` }),
  }
}

function pairs(headers: Readonly<Record<string, string>>): object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function queryOf(url: string): object[] {
  return [...readAddress(url).searchParams].map(([name, value]) => ({ name, value }))
}
