/** No target makes a run wait longer than this for one try, in milliseconds. */
const longest = 30_000

/**
 * How long to wait after a 429, in milliseconds: what `Retry-After` says (seconds or an HTTP date), at most 30 s;
 * without a usable one 1 s, doubled with each try.
 * @param tries how often the request has been sent, from 1
 */
export function retryAfter(header: string | undefined, now: number, tries: number): number {
  const text = header?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, longest)
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  const wait = Number.isNaN(date) ? 1000 * 2 ** (tries - 1) : date - now
  return Math.min(Math.max(wait, 0), longest)
}
