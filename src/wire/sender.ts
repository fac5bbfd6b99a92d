import type { Answer } from './answer.js'
import {
  again,
  isLimited,
  isUnclear,
  longestWait,
  mostTries,
  retryAfter,
  saysLimitEnd,
  saysLimited,
  saysWhen,
} from './again.js'
import type { Ledger } from './ledger.js'
import type { Limiter } from './limiter.js'
import { Stop } from './stop.js'
import type { Attempt, Call, OpenTargetOptions } from './target.js'
import type { WireResult } from './transport.js'

/** What a session has of the limits that its requests keep to. */
interface Limits extends OpenTargetOptions {
  readonly limits: Limiter
  readonly budget: Budget
  readonly books: Pick<Ledger, 'entries'>
}

/** Requests that stayed without a clear answer after which none is sent again for that. */
const patience = 3

/** Sends calls, and again where that is worth it: see decision 011. */
export class Sender {
  /** Requests a second that it came down to; null: it did not. See `TargetSession.slowedTo`. */
  slowedTo: number | null = null
  readonly #attempt: (call: Call, tries: number) => Promise<Attempt>
  readonly #session: Limits
  readonly #crowding: Crowding
  #stayedUnclear = 0

  /** @param attempt sends a call once, for the first time, the second, ... */
  constructor(attempt: (call: Call, tries: number) => Promise<Attempt>, session: Limits) {
    this.#attempt = attempt
    this.#session = session
    this.#crowding = new Crowding(session)
  }

  /** See `TargetSession.crowded`. */
  get crowded(): boolean {
    return this.#crowding.isSuspected
  }

  async send(call: Call): Promise<Answer> {
    const { clock, signal, limits, budget } = this.#session
    let repeats = 0
    for (let tries = 1; ; tries += 1) {
      const tried = await this.#crowding.around(call, () => this.#attempt(call, tries))
      const { answer, response, renews } = tried
      if (!call.always) signal?.throwIfAborted()
      if (renews) continue
      let wait = this.#waitAfter(tried, tries)
      if (response !== null && isLimited(response)) {
        const isLast = tries >= mostTries(response, clock.now())
        if (this.#crowding.suspects(call, response.headers['retry-after'], isLast)) return answer
        // Who does not say how long to wait is asked more slowly from now on.
        if (saysLimited(response) && !saysLimitEnd(response, clock.now())) this.slowedTo = limits.slowDown()
        if (isLast || !budget.mayWait(call, wait)) return answer
        limits.pause(wait)
      } else {
        if (!isUnclear(tried) || !this.#isWorthAnother(call, tried, repeats)) return answer
        if (this.#isRead(call)) wait = Math.min(wait, longestWait.read)
        if (!budget.mayWait(call, wait)) return answer
        repeats += 1
        if (wait > 0) await clock.sleep(wait, call.always ? undefined : signal)
      }
    }
  }

  #isRead({ purpose }: Call): boolean {
    return this.#session.service.operations[purpose]?.reads === true
  }

  /** An answer that was lost need not be waited for; a limit and a gateway say how long, or leave it to us. */
  #waitAfter({ response }: WireResult, tries: number): number {
    return response === null ? 0 : retryAfter(response.headers, this.#session.clock.now(), tries)
  }

  #isWorthAnother(call: Call, tried: Attempt, repeats: number): boolean {
    const most = this.#mostRepeats(call, tried)
    if (most === 0 || this.#stayedUnclear >= patience) return false
    if (repeats < most) return true
    this.#stayedUnclear += 1
    return false
  }

  #mostRepeats(call: Call, tried: Attempt): number {
    const { purpose, operation, input } = call
    const { answer, response } = tried
    if (this.#isRead(call)) return response === null ? again.unanswered : again.unavailable
    const traits = this.#session.service.operations[purpose]
    if (traits === undefined || answer.refused || response === null || !saysWhen(response)) return 0
    const { creates = false, key = '' } = traits
    if (this.#waitAfter(tried, 1) > longestWait.write) return 0
    // What has no key may be done twice, and on a live target somebody may be charged twice for it.
    if (!creates && this.#session.profile.target.environment === 'live') return 0
    return creates && (operation.fields[key] === undefined || typeof input[key] !== 'string') ? 0 : again.putOff
  }
}

/** The shortest wait, in milliseconds: a limit on requests may hit the same one twice. */
const leastWait = 3000

/** How it was with a reservation when it was put off first, and how many holds there were at most when it was last. */
interface PutOff {
  readonly since: number
  readonly accepted: number
  most: number
}

/** Tells an account that may have no more holds from one that asks too often, where both get 429. */
class Crowding {
  /** Holds seem to be in the way: what is reserved is put off while all else is answered. */
  isSuspected = false
  readonly #session: Limits
  /** Whether the last request that was no reservation was put off as well; null: there was none. */
  #putsOffAll: boolean | null = null
  #isRefuted = false
  #begun = 0
  #under = 0
  #accepted = 0
  readonly #putOff = new WeakMap<Call, PutOff>()

  constructor(session: Limits) {
    this.#session = session
  }

  /** Sends a request once. */
  async around(call: Call, attempt: () => Promise<Attempt>): Promise<Attempt> {
    if (this.#session.service.operations[call.purpose]?.creates !== true) {
      const tried = await attempt()
      if (tried.response !== null) this.#putsOffAll = isLimited(tried.response)
      return tried
    }
    const [open, before] = [this.#holds(call) + this.#under, this.#begun]
    this.#begun += 1
    this.#under += 1
    try {
      const tried = await attempt()
      if (tried.answer.accepted) this.#accepted += 1
      // What was reserved beside it may have been there before it.
      const most = open + this.#begun - before - 1
      const first = this.#putOff.get(call)
      if (first !== undefined) first.most = most
      else this.#putOff.set(call, { since: this.#session.clock.now(), accepted: this.#accepted, most })
      return tried
    } finally {
      this.#under -= 1
    }
  }

  /**
   * Whether to send a request again that was answered 429 is in vain until a hold ends.
   * @param isLast it is not sent again in any case
   */
  suspects(call: Call, retryAfter: string | undefined, isLast: boolean): boolean {
    const first = this.#putOff.get(call)
    if (this.#isRefuted || first === undefined) return false
    if (first.most === 0) {
      this.#isRefuted = true
      this.isSuspected = false
      return false
    }
    const told = Number(retryAfter ?? Number.NaN) * 1000
    const hasWaited = isLast || this.#session.clock.now() - first.since >= Math.max(told, leastWait)
    if (hasWaited && this.#putsOffAll === false && first.accepted === this.#accepted) this.isSuspected = true
    return this.isSuspected
  }

  /** How many holds a caller has, as each was last seen, at whatever time. */
  #holds({ options: { as = 'reseller' } }: Call): number {
    const { service, profile, books } = this.#session
    const { bookings } = service
    const isHeld = ({ fate }: { readonly fate: string }): boolean => bookings.remains(fate) === 'for-now'
    return books
      .entries()
      .filter((entry) => entry.as === as && isHeld(bookings.fateOf(entry, profile, Number.NEGATIVE_INFINITY))).length
  }
}

/** Milliseconds that a session that was cut short may clean up, and that cleaning up may wait for 429 in all. */
const cleanUpTime = 60_000

/** The bookings that a session may make, and its time for cleaning up. */
export class Budget {
  readonly #options: OpenTargetOptions
  readonly #books: Ledger
  #cleanUpUntil: number | null = null
  #cleanUpPauses = cleanUpTime

  constructor(options: OpenTargetOptions, books: Ledger) {
    this.#options = options
    this.#books = books
  }

  /** @throws Stop where a request may not be sent: the bookings are spent, or the time for cleaning up is over */
  spend(call: Call): void {
    const { service, clock, signal } = this.#options
    if (call.always) {
      if (signal?.aborted === true) this.#cleanUpUntil ??= clock.now() + cleanUpTime
      if (this.#cleanUpUntil !== null && clock.now() > this.#cleanUpUntil)
        throw new Stop('the time for cleaning up is over', 'see octospec resume')
      return
    }
    if (service.operations[call.purpose]?.creates === true) this.#spendBooking(call)
  }

  /** Whether a request may wait so long for a target that answers 429: cleaning up has so much patience in all. */
  mayWait({ always }: Call, milliseconds: number): boolean {
    if (!always) return true
    if (milliseconds > this.#cleanUpPauses) return false
    this.#cleanUpPauses -= milliseconds
    return true
  }

  #spendBooking({ purpose, input, options: { as = 'reseller' } }: Call): void {
    const { service, profile } = this.#options
    const { unread, size } = this.#books
    const { id, idKey } = service.bookings.places(profile)
    if (unread !== undefined)
      throw new Stop(
        `the booking in the answer to ${purpose} has no id at ${id}, but ${namesOf(unread.unread)}: no further one is made`,
        `declare ${idKey} in the profile: the JSON Pointer of the id inside a booking`,
        unread.exchange,
      )
    const key = input[service.operations[purpose]?.key ?? '']
    const isRepeat = typeof key === 'string' && this.#books.has(key, as)
    if (!isRepeat && size >= profile.limits.bookings)
      throw new Stop(
        `the run has made the ${profile.limits.bookings} bookings that it may make`,
        'raise limits.bookings in the profile',
        null,
        'limits.bookings',
      )
  }
}

function namesOf(names: readonly string[] | null): string {
  return names === null || names.length === 0 ? 'no member at all' : `the members ${names.join(', ')}`
}
