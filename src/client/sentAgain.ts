import type { Exchange } from './exchange.js'
import { mayBeOfGateway } from './isGateway.js'
import { isLimited, saysLimited } from './isLimited.js'
import { retryAfter, untilReset } from './limiter.js'
import type { WireResult } from './transport.js'

/**
 * A 429 says that the request was not performed, so it is sent again, at most this often in all: where nothing says how long to wait,
 * until a minute is over, which is what most limits count by. What is a limit by its headers alone, without a word of when, may well be a
 * refusal.
 */
export function mostTries(response: NonNullable<Exchange['response']>, now: number): number {
  if (saysLimitEnd(response, now)) return 5
  return saysLimited(response) ? 7 : 3
}

/**
 * A request that no answer came to, or only a gateway's, is sent again so often at most: a read, since it changes nothing; a write
 * only where the gateway says when.
 */
export const again = { unanswered: 1, unavailable: 2, putOff: 4 } as const
/** What a gateway says to wait then is waited for, in milliseconds: by a read so long at most, and a write that is put off for longer is not sent again. */
export const longestWait = { read: 2000, write: 10_000 } as const

export function saysWhen({ headers }: { readonly headers: Readonly<Record<string, string>> }): boolean {
  return headers['retry-after'] !== undefined
}

/** Whether an answer that puts a request off for a limit says until when. */
export function saysLimitEnd(response: { readonly headers: Readonly<Record<string, string>> }, now: number): boolean {
  return saysWhen(response) || untilReset(response.headers, now) !== null
}

/** Whether a request may have been performed without an answer of the target's coming to it. */
export function isUnclear(result: WireResult): boolean {
  if ('response' in result) return mayBeOfGateway(result.response) && !isLimited(result.response)
  return result.sent && result.failure.kind !== 'too-large'
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
