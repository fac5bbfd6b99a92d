import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { STATUS_CODES } from 'node:http'
import { type Exchange, readAddress } from '../wire/exchange.js'
import { safeJson } from '../contract/escapeText.js'
import { systemCode } from '../contract/messageOf.js'
import { toolVersion } from '../contract/specFile.js'
import { OutputError, writing } from './files.js'
import { isoOf } from '../contract/instant.js'

/** The bounds of a recording: `octospec validate` reads no more. */
const [mostEntries, mostBytes] = [15_000, 200 * 1024 * 1024]
const tail = '\n]}}\n'

/** A HAR 1.2 that is whole after each exchange, so that whoever ends the process loses none of it. */
export class RecordingFile {
  readonly #path: string
  readonly #file: number
  #entries = 0
  #end = 0

  /** @throws OutputError where there is such a file already, or none can be made */
  constructor(path: string) {
    this.#path = path
    this.#file = opened(path)
    const creator = safeJson({ name: 'octospec', version: toolVersion() })
    this.#write(`{"log":{"version":"1.2","creator":${creator},"pages":[],"entries":[`)
  }

  get entries(): number {
    return this.#entries
  }

  /** @returns false: it is full. @throws OutputError where it cannot be written; what was there before stays whole */
  add(exchange: Exchange): boolean {
    const text = `${this.#entries > 0 ? ',' : ''}\n${safeJson(harEntry(exchange))}`
    if (this.#entries >= mostEntries || this.#end + Buffer.byteLength(text) > mostBytes) return false
    this.#write(text)
    this.#entries += 1
    return true
  }

  close(): void {
    closeSync(this.#file)
    if (this.#entries === 0) rmSync(this.#path, { force: true })
  }

  #write(text: string): void {
    const piece = Buffer.from(text + tail)
    try {
      for (let at = 0; at < piece.length;) at += writeSync(this.#file, piece, at, piece.length - at, this.#end + at)
    } catch (error) {
      this.#mend()
      throw new OutputError(this.#path, error)
    }
    this.#end += piece.length - tail.length
  }

  /** Takes half of an entry away again, as a full disk leaves it. */
  #mend(): void {
    try {
      ftruncateSync(this.#file, this.#end)
      writeSync(this.#file, tail, this.#end)
    } catch {
      // What keeps it from being written is told by the first error.
    }
  }
}

function opened(path: string): number {
  writing(path, () => mkdirSync(dirname(path), { recursive: true, mode: 0o700 }))
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw new OutputError(path, error)
    throw new OutputError(path, error, ['there is such a file already', 'move it away, or name another one with --out'])
  }
}

/** An exchange as a HAR 1.2 entry. An answer that never came has status 0, as in browsers; `_as` is the sender. */
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
    comment: `request ${n}, ${purpose} in ${scenario}${failure === undefined ? '' : `: ${failure.message}`}`,
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
