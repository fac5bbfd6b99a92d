import type { Answer } from './answer.js'
import type { Budget } from './budget.js'
import type { Call, Attempt } from './target.js'
import { openCrowding, type Crowding } from './crowding.js'
import type { Ledger } from './ledger.js'
import { retryAfter, type Limiter } from './limiter.js'
import { isLimited, saysLimited } from './isLimited.js'
import { again, isUnclear, longestWait, mostTries, saysLimitEnd, saysWhen } from './sentAgain.js'
import type { OpenTargetOptions } from './targetSession.js'
import type { WireResult } from './transport.js'

/** Requests that stayed without a clear answer after which none is sent again for that. */
const patience = 3

export interface Sender {
  readonly send: (call: Call) => Promise<Answer>
  /** Requests a second that it came down to; null: it did not. See `TargetSession.slowedTo`. */
  readonly slowedTo: number | null
  /** See `TargetSession.crowded`. */
  readonly crowded: boolean
}

export function openSender(
  attempt: (call: Call, tries: number) => Promise<Attempt>,
  {
    service: { operations, bookings },
    profile,
    clock,
    signal,
    limits,
    budget,
    books,
  }: OpenTargetOptions & { readonly limits: Limiter; readonly budget: Budget; readonly books: Pick<Ledger, 'entries'> },
): Sender {
  let slowedTo: number | null = null
  let stayedUnclear = 0
  const crowding: Crowding = openCrowding(books, clock, {
    creates: (purpose) => operations[purpose]?.creates === true,
    // As it was last seen, at whatever time.
    isHeld: (entry) => bookings.remains(bookings.fateOf(entry, profile, Number.NEGATIVE_INFINITY).fate) === 'for-now',
  })

  const isRead = ({ purpose }: Call): boolean => operations[purpose]?.reads === true

  /** An answer that was lost need not be waited for; a limit and a gateway say how long, or leave it to us. */
  const waitAfter = (result: WireResult, tries: number): number =>
    'failure' in result ? 0 : retryAfter(result.response.headers, clock.now(), tries)

  const mostRepeats = (call: Call, { answer, result }: Attempt): number => {
    const { purpose, operation, input } = call
    if (isRead(call)) return 'failure' in result ? again.unanswered : again.unavailable
    const traits = operations[purpose]
    if (traits === undefined || answer.refused || 'failure' in result || !saysWhen(result.response)) return 0
    const { creates = false, key = '' } = traits
    if (waitAfter(result, 1) > longestWait.write) return 0
    // What has no key may be done twice, and on a live target somebody may be charged twice for it.
    if (!creates && profile.target.environment === 'live') return 0
    return creates && (operation.fields[key] === undefined || typeof input[key] !== 'string') ? 0 : again.putOff
  }

  const isWorthAnother = (call: Call, tried: Attempt, repeats: number): boolean => {
    const most = mostRepeats(call, tried)
    if (most === 0 || stayedUnclear >= patience) return false
    if (repeats < most) return true
    stayedUnclear += 1
    return false
  }

  return {
    get slowedTo() {
      return slowedTo
    },
    get crowded() {
      return crowding.isSuspected
    },
    send: async (call) => {
      let repeats = 0
      for (let tries = 1; ; tries += 1) {
        const tried = await crowding.around(call, () => attempt(call, tries))
        const { answer, result, renews } = tried
        if (!call.always) signal?.throwIfAborted()
        if (renews) continue
        if ('response' in result && isLimited(result.response)) {
          const wait = waitAfter(result, tries)
          const isLast = tries >= mostTries(result.response, clock.now())
          if (crowding.suspects(call, result.response.headers['retry-after'], isLast)) return answer
          // Who does not say how long to wait is asked more slowly from now on.
          if (saysLimited(result.response) && !saysLimitEnd(result.response, clock.now())) slowedTo = limits.slowDown()
          if (isLast || !budget.mayWait(call, wait)) return answer
          limits.pause(wait)
        } else {
          if (!isUnclear(result) || !isWorthAnother(call, tried, repeats)) return answer
          const wait = isRead(call) ? Math.min(waitAfter(result, tries), longestWait.read) : waitAfter(result, tries)
          if (!budget.mayWait(call, wait)) return answer
          repeats += 1
          if (wait > 0) await clock.sleep(wait, call.always ? undefined : signal)
        }
      }
    },
  }
}
