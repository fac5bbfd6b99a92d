import type { Call, Attempt } from './target.js'
import type { Clock } from './clock.js'
import { isLimited } from './isLimited.js'
import type { Ledger } from './ledger.js'
import type { LedgerEntry } from './service.js'

/** Tells an account that may have no more holds from one that asks too often, where both get 429. */
export interface Crowding {
  /** Holds seem to be in the way: what is reserved is put off while all else is answered. */
  readonly isSuspected: boolean
  /** Sends a request once. */
  around(call: Call, attempt: () => Promise<Attempt>): Promise<Attempt>
  /**
   * Whether to send a request again that was answered 429 is in vain until a hold ends.
   * @param isLast it is not sent again in any case
   */
  suspects(call: Call, retryAfter: string | undefined, isLast: boolean): boolean
}

/** What is waited for at least, in milliseconds: a limit on requests may hit the same one twice. */
const leastWait = 3000

/** How it was with a reservation when it was put off first, and how many holds there were at most when it was last. */
interface PutOff {
  readonly since: number
  readonly accepted: number
  most: number
}

export function openCrowding(
  books: Pick<Ledger, 'entries'>,
  clock: Pick<Clock, 'now'>,
  {
    creates,
    isHeld,
  }: { readonly creates: (purpose: string) => boolean; readonly isHeld: (entry: LedgerEntry) => boolean },
): Crowding {
  /** Whether the last request that was no reservation was put off as well; null: there was none. */
  let putsOffAll: boolean | null = null
  let isSuspected = false
  let isRefuted = false
  let [begun, under, accepted] = [0, 0, 0]
  const putOff = new WeakMap<Call, PutOff>()

  const holds = ({ options: { as = 'reseller' } }: Call): number =>
    books.entries().filter((entry) => entry.as === as && isHeld(entry)).length

  return {
    get isSuspected() {
      return isSuspected
    },
    async around(call, attempt) {
      if (!creates(call.purpose)) {
        const tried = await attempt()
        if ('response' in tried.result) putsOffAll = isLimited(tried.result.response)
        return tried
      }
      const [open, before] = [holds(call) + under, begun]
      begun += 1
      under += 1
      try {
        const tried = await attempt()
        if (tried.answer.accepted) accepted += 1
        // What was reserved beside it may have been there before it.
        const most = open + begun - before - 1
        const first = putOff.get(call)
        if (first === undefined) putOff.set(call, { since: clock.now(), accepted, most })
        else first.most = most
        return tried
      } finally {
        under -= 1
      }
    },
    suspects(call, retryAfter, isLast) {
      const first = putOff.get(call)
      if (isRefuted || first === undefined) return false
      if (first.most === 0) {
        isRefuted = true
        isSuspected = false
        return false
      }
      const told = Number(retryAfter ?? Number.NaN) * 1000
      const hasWaited = isLast || clock.now() - first.since >= Math.max(told, leastWait)
      if (hasWaited && putsOffAll === false && first.accepted === accepted) isSuspected = true
      return isSuspected
    },
  }
}
