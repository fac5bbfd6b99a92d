import { limitHeader } from './limitHeader.js'

/** No target makes a run wait longer than this for one try, in milliseconds. */
const longest = 30_000
/** What is more than this many seconds is a time, and so is what is more than a thousand times that, in milliseconds. */
const soonestTime = 100_000_000

type Headers = Readonly<Record<string, string>>

/**
 * How long to wait after a 429, in milliseconds: what `Retry-After` says (seconds or an HTTP date), or else when the limit is said to be
 * over, at most 30 s; without a usable one 1 s, doubled with each try.
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
