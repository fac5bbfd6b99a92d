import type { Answer } from './answer.js'
import type { Call, Attempt, OpenTargetOptions } from './target.js'
import type { Ledger } from './ledger.js'
import {
  retryAfter,
  isLimited,
  saysLimited,
  again,
  isUnclear,
  longestWait,
  mostTries,
  saysLimitEnd,
  saysWhen,
} from './again.js'
import type { Limiter } from './limiter.js'
import type { WireResult } from './transport.js'
import type { Clock } from './clock.js'
import type { LedgerEntry } from './service.js'
import { Stop } from './stop.js'

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

/** How long a session that was cut short may clean up, and how long cleaning up may wait for 429 in all, in milliseconds. */
const cleanUpTime = 60_000

export interface Budget {
  /** Counts a request that is about to be sent. @throws Stop where it may not be */
  spend(call: Call): void
  /** Whether a request may wait so many milliseconds for a target that answers 429: cleaning up has so much patience and no more. */
  mayWait(call: Call, milliseconds: number): boolean
}

export function openBudget(
  { service, profile, clock, signal, maxRequests }: OpenTargetOptions,
  books: Pick<Ledger, 'unread' | 'has' | 'size'>,
): Budget {
  const { operations } = service
  let counted = 0
  let cleanUpUntil: number | null = null
  let cleanUpPauses = cleanUpTime

  const spendBooking = ({ purpose, input, options: { as = 'reseller' } }: Call): void => {
    const { unread } = books
    const { id, idKey } = service.bookings.places(profile)
    if (unread !== undefined)
      throw new Stop(
        `the booking in the answer to ${purpose} has no id at ${id}, but ${namesOf(unread.unread)}: no further one is made`,
        `declare ${idKey} in the profile: the JSON Pointer of the id inside a booking`,
        unread.exchange,
      )
    const key = input[operations[purpose]?.key ?? '']
    const isRepeat = typeof key === 'string' && books.has(key, as)
    if (!isRepeat && books.size >= profile.limits.bookings)
      throw new Stop(
        `the run has made the ${profile.limits.bookings} bookings that it may make`,
        'raise limits.bookings in the profile',
        null,
        'limits.bookings',
      )
  }

  return {
    spend(call) {
      if (call.always) {
        if (signal?.aborted === true) cleanUpUntil ??= clock.now() + cleanUpTime
        if (cleanUpUntil !== null && clock.now() > cleanUpUntil)
          throw new Stop('the time for cleaning up is over', 'see octospec resume')
        return
      }
      if (maxRequests !== undefined && counted >= maxRequests)
        throw new Stop(
          `the run has sent the ${maxRequests} requests that it may send`,
          'allow it more requests, or run fewer checks',
          null,
          'limits.requests',
        )
      if (operations[call.purpose]?.creates === true) spendBooking(call)
      counted += 1
    },
    mayWait({ always }, milliseconds) {
      if (!always) return true
      if (milliseconds > cleanUpPauses) return false
      cleanUpPauses -= milliseconds
      return true
    },
  }
}

function namesOf(names: readonly string[] | null): string {
  return names === null || names.length === 0 ? 'no member at all' : `the members ${names.join(', ')}`
}
