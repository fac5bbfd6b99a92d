import type { Json } from '../profile/profile.js'
import type { Exchange } from './exchange.js'
import { serverWords } from './serverWords.js'
import type { WireResult } from './transport.js'

/**
 * 502 to 504. 408: the request did not come through whole; whoever stands in front answers it. 511: a network wants a
 * login first, no origin server does (RFC 6585). 520 to 527 and 530: Cloudflare. 598 and 599: other proxies.
 */
const statuses: ReadonlySet<number> = new Set([
  408, 502, 503, 504, 511, 520, 521, 522, 523, 524, 525, 526, 527, 530, 598, 599,
])

/** Whether a gateway answers so while nothing behind it does; the request may or may not have been performed. */
export function isGateway(status: number): boolean {
  return statuses.has(status)
}

/**
 * Whether an answer may be a gateway's: by its status, or as another server error without JSON. A target that broke
 * down answers so as well. 501 is out: it says that there is no such method.
 */
export function mayBeOfGateway({ status, json }: { readonly status: number; readonly json?: Json }): boolean {
  return isGateway(status) || (status >= 500 && status !== 501 && (typeof json !== 'object' || json === null))
}

const others: ReadonlySet<number> = new Set([400, 403, 503])
const unmistakable = /\brate[ _-]{0,2}limit|\btoo[ _-]many[ _-]requests\b|\bthrottl(?:ed|ing)\b/i
/** Under 400 they may be said of what a request asks for. */
const words =
  /\brequests? (?:limit|quota|rate)\b|\b(?:limit|quota) (?:of|on|for) requests\b|\brequests? per (?:second|minute|hour|day)\b|\bslow[ _-]?down\b/i

type Response = Exchange['response']

/** Whether an answer says that too much was asked too fast and nothing was done: by 429, or a status and its words. */
export function saysLimited(response: Response): boolean {
  if (response === null || response.status === 429) return response !== null
  const { status } = response
  if (!others.has(status)) return false
  const said = serverWords(response)
  return unmistakable.test(said) || (status !== 400 && words.test(said))
}

/** Whether the request is worth sending again: by the words of the answer, or by the headers of a 403. */
export function isLimited(response: Response): boolean {
  return saysLimited(response) || saysByHeaders(response)
}

function saysByHeaders(response: Response): boolean {
  if (response?.status !== 403) return false
  const { headers } = response
  return headers['retry-after'] !== undefined || limitHeader(headers, 'remaining') === 0
}

/** A value of the headers of a limit: `RateLimit-Remaining`, `X-RateLimit-Reset`, `RateLimit: r=0;t=30`; null: none. */
export function limitHeader(headers: Readonly<Record<string, string>>, what: 'remaining' | 'reset'): number | null {
  const plain = [`ratelimit-${what}`, `x-ratelimit-${what}`, `x-rate-limit-${what}`]
    .map((name) => headers[name]?.trim() ?? '')
    .find((text) => /^\d{1,15}(?:\.\d{1,6})?$/.test(text))
  const [, listed] =
    (what === 'remaining' ? /;\s{0,3}r=(\d{1,15})/ : /;\s{0,3}t=(\d{1,15})/).exec(headers['ratelimit'] ?? '') ?? []
  const found = plain ?? listed
  return found === undefined ? null : Number(found)
}

/** No target makes a run wait longer than this for one try, in milliseconds. */
const longest = 30_000
/** A number above this is a time in seconds, and no wait; above a thousand times this, a time in milliseconds. */
const soonestTime = 100_000_000

type Headers = Readonly<Record<string, string>>

/**
 * How long to wait after a 429, in milliseconds, at most 30 s: by `Retry-After` (seconds or an HTTP date), else until
 * the limit is said to be over. Without a usable one it is 1 s, doubled with each try.
 * @param tries how often the request has been sent, from 1
 */
export function retryAfter(headers: Headers, now: number, tries: number): number {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, longest)
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  const wait = Number.isNaN(date) ? (untilReset(headers, now) ?? 1000 * 2 ** (tries - 1)) : date - now
  return Math.min(Math.max(wait, 0), longest)
}

/** Milliseconds until a limit is over, as its headers say; null: they do not, or it should be over already. */
export function untilReset(headers: Headers, now: number): number | null {
  const reset = limitHeader(headers, 'reset')
  if (reset === null) return null
  const wait = reset < soonestTime ? reset * 1000 : reset * (reset < soonestTime * 1000 ? 1000 : 1) - now
  return wait > 0 ? wait : null
}

/**
 * A 429 says that the request was not performed, so it is sent at most this often in all. Where nothing says how long
 * to wait, that takes a minute, which most limits count by. A limit by its headers alone, without a time, may well be a
 * refusal.
 */
export function mostTries(response: NonNullable<Exchange['response']>, now: number): number {
  if (saysLimitEnd(response, now)) return 5
  return saysLimited(response) ? 7 : 3
}

/**
 * A request without an answer, or with only a gateway's, is sent again at most so often. A read changes nothing. A
 * write is sent again only where the gateway says when.
 */
export const again = { unanswered: 1, unavailable: 2, putOff: 4 } as const
/** Milliseconds of a gateway's wait: a read waits no longer; a write that is put off for longer is not sent again. */
export const longestWait = { read: 2000, write: 10_000 } as const

export function saysWhen({ headers }: { readonly headers: Readonly<Record<string, string>> }): boolean {
  return headers['retry-after'] !== undefined
}

/** Whether an answer that puts a request off for a limit says until when. */
export function saysLimitEnd(response: { readonly headers: Readonly<Record<string, string>> }, now: number): boolean {
  return saysWhen(response) || untilReset(response.headers, now) !== null
}

/** Whether a request may have been performed without an answer of the target's coming to it. */
export function isUnclear({ response, failure, sent }: WireResult): boolean {
  if (response !== null) return mayBeOfGateway(response) && !isLimited(response)
  return sent && failure?.kind !== 'too-large'
}

export function failureOfLimit(
  response: NonNullable<Exchange['response']>,
  now: number,
  tries: number,
): Exchange['failure'] {
  if (!isLimited(response)) return undefined
  const seconds = Math.ceil(retryAfter(response.headers, now, tries) / 1000)
  const most = mostTries(response, now)
  if (tries >= most && !saysLimited(response)) return undefined
  return {
    kind: 'rate-limited',
    message:
      tries < most
        ? `HTTP ${response.status}, sent again after ${seconds} s`
        : `HTTP ${response.status} on each of ${most} tries`,
  }
}

/** How long nothing but putting off may come, in milliseconds: most limits on requests count by the minute. */
export const longestPutOff = 180_000
/** Requests that must have been put off in a row by then. */
const fewest = 6
/** A longer time than this from one answer to the next is a wait of our own, in milliseconds. */
const longestGap = 60_000

export interface Patience {
  /** Milliseconds that all requests and the waits between them took. */
  readonly spent: number
  /**
   * Takes the next exchange.
   * @param isPutOff it was not performed, or nobody knows, and it may be sent again later: 429, a gateway's answer,
   * none; null: the exchange does not tell
   * @returns number of the first exchange since which nothing else has come for too long; null: there is none
   */
  take(exchange: Exchange, isPutOff: boolean | null): number | null
}

export function openPatience(): Patience {
  let before: number | null = null
  let spent = 0
  let row: { readonly since: number; length: number; lasted: number } | null = null
  return {
    get spent() {
      return spent
    },
    take({ n, startedAt, durationMs }, isPutOff) {
      const at = startedAt + durationMs
      const gap = Math.min(Math.max(0, at - (before ?? startedAt)), longestGap)
      before = Math.max(at, before ?? at)
      spent += gap
      if (row !== null) row.lasted += gap
      if (isPutOff === false) row = null
      if (isPutOff !== true) return null
      row ??= { since: n, length: 0, lasted: 0 }
      row.length += 1
      return row.length >= fewest && row.lasted >= longestPutOff ? row.since : null
    },
  }
}
