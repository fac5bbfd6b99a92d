import { bindRequest } from '../wire/bind.js'
import type { Bindable } from '../wire/service.js'
import { steady, type Clock } from '../wire/clock.js'
import type { Exchange } from '../wire/exchange.js'
import {
  mayBeOfGateway,
  retryAfter,
  longestPutOff,
  openPatience,
  isLimited,
  again,
  longestWait,
  mostTries,
  saysWhen,
} from '../wire/again.js'
import { Limiter } from '../wire/limiter.js'
import { serverWords } from '../wire/serverWords.js'
import { Stop } from '../wire/stop.js'
import { transport } from '../wire/transport.js'
import { escapeText } from '../contract/escapeText.js'
import { isLoopback } from '../profile/credentials.js'
import { parsePlace } from '../profile/place.js'
import type { Place } from '../profile/profile.js'
import { beginningOf } from '../suite/words.js'
import type { Heard, Question } from '../suite/interview.js'
import { isSuccessFlag } from '../suite/answers.js'
import { SecretFinder } from '../wire/secrets.js'
import type { AccountHeader } from './credential.js'
import { demandsOf } from '../wire/demands.js'

export interface AskerOptions {
  /** Base address, without a trailing slash. */
  readonly url: string
  /** Headers that every request of the service carries. */
  readonly headers: Readonly<Record<string, string>>
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Requests that it may send in all, and how many of them are kept for what ends bookings. */
  readonly mostRequests: number
  readonly kept: number
  /** Told every few seconds what an answer is still awaited to: nobody should wonder whether it goes on. */
  readonly waits?: (what: string) => void
}

const timeoutSeconds = 10
/** In milliseconds. */
const longestSilence = 5000
/** Where nothing says how many a target takes: few enough that nobody minds. */
const requestsPerSecond = 5
/** A description may be large, and has little in each of its values. */
const large = { maxBodyBytes: 4 * 1024 * 1024, mostValues: 250_000 }
/** How long requests and the waits between them may take, in milliseconds. */
const timeLimit = 15 * 60_000
/** How long ending bookings may take once it was cut short, in milliseconds. */
const cleanUpTime = 30_000

/** Sends single requests to a target of which only the address is known. Nothing is sent before it is asked. */
export class Asker {
  /** How many requests were sent. */
  requests = 0
  /** Requests a second that it came down to, for a target that answered 429; null: it did not. */
  slowedTo: number | null = null
  /** Why nothing more is asked, of a target that keeps everybody waiting; null: it does not. */
  over: string | null = null
  /** The first request that had no credentials, and was refused for that; null: none was. */
  shut: Heard | null = null
  readonly #options: AskerOptions
  readonly #clock: ReturnType<typeof steady>
  readonly #wire = transport({ concurrency: 1, timeoutSeconds, ...large })
  readonly #limits: Limiter
  readonly #patience = openPatience()
  #endUntil: number | null = null

  constructor(options: AskerOptions) {
    this.#options = options
    this.#clock = steady(options.clock)
    const perSecond = isLoopback(options.url) ? Infinity : requestsPerSecond
    this.#limits = new Limiter({ concurrency: 1, requestsPerSecond: perSecond }, this.#clock)
  }

  /**
   * @param ahead by how many milliseconds the time of the target is ahead
   * @throws Stop where the requests are spent, or it was cut short
   */
  async ask(question: Question, headers: readonly AccountHeader[], ahead = 0): Promise<Heard> {
    for (let tries = 1, repeats = 0; ; tries += 1) {
      const heard = await this.#once(question, headers, ahead)
      const { response, request } = heard.exchange
      if (heard.status === 401 && request.placeholders?.length === 0) this.shut ??= heard
      const isPutOff = response === null || isLimited(response) || mayBeOfGateway(response)
      if (this.#patience.take(heard.exchange, isPutOff) !== null)
        this.over ??= `the target has put off every request for ${longestPutOff / 60_000} minutes: ${heard.words}`
      if (this.#patience.spent > timeLimit) this.over ??= `it took longer than ${timeLimit / 60_000} minutes`
      if (this.over !== null) return heard
      const now = this.#clock.now()
      const wait = response === null ? 0 : retryAfter(response.headers, now, tries)
      if (response !== null && isLimited(response)) {
        if (tries >= mostTries(response, now)) return heard
        this.slowedTo = this.#limits.slowDown()
        this.#limits.pause(wait)
      } else {
        if (!isPutOff || repeats >= mostRepeats(question, response, wait)) return heard
        repeats += 1
        if (response !== null)
          this.#limits.pause(question.books === undefined ? Math.min(wait, longestWait.read) : wait)
      }
    }
  }

  close(): Promise<void> {
    return this.#wire.close()
  }

  #spend({ ends }: Question): void {
    const { signal, mostRequests, kept } = this.#options
    if (signal.aborted) {
      this.#endUntil ??= this.#clock.now() + cleanUpTime
      if (ends !== true || this.#clock.now() > this.#endUntil) throw new Stop('it was cut short', 'begin again')
    }
    if (this.over !== null && ends !== true)
      throw new Stop(this.over, 'begin again when the target lets requests through')
    if (this.requests >= (ends === true ? mostRequests : mostRequests - kept))
      throw new Stop(
        `the ${mostRequests} requests that it may send are spent, but for those that end what it booked`,
        'write the rest by hand',
      )
    this.requests += 1
  }

  async #once(question: Question, headers: readonly AccountHeader[], ahead: number): Promise<Heard> {
    this.#spend(question)
    const { url, signal, waits } = this.#options
    const startedAt = this.#clock.now()
    const bound = bindRequest({
      profile: {
        target: { url, headers: valuesOf(headers, false), query: valuesOf(headers, true) },
        otherReseller: null,
      },
      operation: bindable(question),
      ...(question.id !== undefined && { id: question.id }),
      fields: Object.fromEntries((question.values ?? []).map(([, value], at) => [String(at), value])),
      options: {},
      headers: this.#options.headers,
      now: startedAt + ahead,
      nonce: '',
    })
    const shownUrl = withoutSecrets(bound.url, headers)
    const beat = setInterval(() => waits?.(`${bound.wire.method} ${shownUrl}`), longestSilence).unref()
    const sent = this.#limits.run(() => this.#wire.send(bound.wire, question.ends === true ? undefined : signal))
    const { response, failure } = await sent.finally(() => clearInterval(beat))
    const written = new Map(
      headers.filter(({ inQuery }) => inQuery !== true).map((header) => [header.name.toLowerCase(), header.written]),
    )
    return heardOf({
      n: this.requests,
      scenario: 'init',
      purpose: 'stray',
      as: question.other === true ? 'other' : 'reseller',
      input: {},
      request: {
        method: bound.wire.method,
        url: shownUrl,
        headers: Object.fromEntries(
          bound.wire.headers.map(([name, value]) => [name, written.get(name.toLowerCase()) ?? value]),
        ),
        ...(bound.wire.body !== undefined && { body: bound.wire.body }),
        placeholders: headers.flatMap(({ secrets }) => secrets.map(({ name }) => name)),
      },
      response,
      ...(failure !== undefined && { failure }),
      startedAt,
      durationMs: Math.max(0, this.#clock.now() - startedAt),
      clockMinutes: 0,
    })
  }
}

/**
 * How often a request is sent again that no answer of the target's own came to. One that changes nothing is sent again
 * once, a reservation with its key where the gateway says when (decision 011).
 */
function mostRepeats(
  { method, books, ends, values = [] }: Question,
  response: Exchange['response'],
  wait: number,
): number {
  if (ends === true || (method === 'GET' && books === undefined)) return 1
  const isKeyed = books !== undefined && values.some(([, value]) => value === books)
  return isKeyed && response !== null && saysWhen(response) && wait <= longestWait.write ? again.putOff : 0
}

function valuesOf(headers: readonly AccountHeader[], ofQuery: boolean): Record<string, string> {
  return Object.fromEntries(
    headers.filter(({ inQuery = false }) => inQuery === ofQuery).map(({ name, value }) => [name, value]),
  )
}

/** An address is shown with the variables that hold its secrets. */
function withoutSecrets(url: string, headers: readonly AccountHeader[]): string {
  const finder = new SecretFinder(headers.flatMap(({ secrets }) => secrets))
  return finder.replace(url, (name) => `\${${name}}`)
}

function bindable({ method, path, values = [], body = {}, query = {} }: Question): Bindable {
  const fields = values.flatMap(([text], at): [string, Place][] => {
    const place = parsePlace(text)
    return place === null ? [] : [[String(at), place]]
  })
  return { method, path, fields: Object.fromEntries(fields), headers: {}, query, body }
}

function heardOf(exchange: Exchange): Heard {
  const { response } = exchange
  const json = response?.json
  const status = response?.status ?? null
  const accepted = response !== null && response.status >= 200 && response.status < 300 && !hasError(response)
  const demands = accepted || status === null || status >= 500 ? [] : demandsOf(json, serverWords(response))
  const words = accepted || response === null ? '' : wordsOf(response, demands)
  return {
    n: exchange.n,
    status,
    json,
    accepted,
    words: escapeText(exchange.failure?.message ?? words, 300),
    demands,
    exchange,
  }
}

/** A refusal's words, or its beginning where its members are its own; and the names beside that. Never empty. */
function wordsOf(response: NonNullable<Exchange['response']>, demands: readonly string[]): string {
  const said = serverWords(response) || beginningOf(response) || `HTTP ${response.status}`
  const named = demands.map((each) => each.replace(/^header:/, '')).filter((each) => !said.includes(each))
  return named.length === 0 ? said : `${said} (${named.join(', ')})`
}

/** Some tell a refusal by its body alone: by a member that says so, or by the media type of problems (RFC 9457). */
function hasError({ json, headers }: NonNullable<Exchange['response']>): boolean {
  if (/problem\+json/i.test(headers['content-type'] ?? '')) return true
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false
  return Object.entries(json).some(
    ([name, value]) =>
      (name === 'error' && value !== null && value !== false) ||
      (isSuccessFlag(name) && value === false) ||
      (name === 'errors' && typeof value === 'object' && value !== null && Object.keys(value).length > 0),
  )
}
