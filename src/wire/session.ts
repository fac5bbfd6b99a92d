import { rootCertificates } from 'node:tls'
import type { Operation, Profile, Tls } from '../profile/profile.js'
import { failureOfLimit } from './again.js'
import type { Answer } from './answer.js'
import { bindRequest, requestHeader, runName, type BoundRequest } from './bind.js'
import { keptAsText } from './body.js'
import type { Exchange } from './exchange.js'
import { Ledger } from './ledger.js'
import { Limiter, Waits } from './limiter.js'
import { idempotencyKey } from './marker.js'
import { maskForeign } from './mask.js'
import { Memory, saidBy, type Said } from './memory.js'
import { Redactor, withheld } from './redact.js'
import { Budget, Sender } from './sender.js'
import { givenFields, type LedgerEntry, type SendOptions } from './service.js'
import { Stop } from './stop.js'
import type { Attempt, Call, OpenTargetOptions, RequestInput, Target } from './target.js'
import { TargetTime } from './targetTime.js'
import { Tokens } from './tokens.js'
import { transport, type Transport, type WireRequest } from './transport.js'

type Who = Pick<Call, 'scenario' | 'always'>

/**
 * One session with a target: its connections, its limits, its numbering of exchanges and its ledger of bookings.
 * Nothing is sent before a method of a target is called.
 */
export class TargetSession {
  /** Recorded with the run, so that its keys and pseudonyms can be made again. */
  readonly nonce: string
  /** Exchanges of the run so far. */
  requests: number
  readonly #options: OpenTargetOptions
  readonly #waits: Waits
  readonly #redact: Redactor
  readonly #books: Ledger
  readonly #wires: Wires
  readonly #limits: Limiter
  readonly #budget: Budget
  readonly #sender: Sender
  readonly #memory = new Memory()
  readonly #tokens: Tokens
  readonly #time: TargetTime
  readonly #keys = new Map<string, number>()
  /** What was asked just before requests, by their keys: see `#askBefore`. */
  readonly #asked = new Map<string, Promise<Answer>>()
  /** Requests that were sent again with another token, which is done once. */
  readonly #renewed = new WeakSet<Call>()

  constructor(options: OpenTargetOptions) {
    const { service, profile, clock, signal, concurrency = profile.limits.concurrency } = options
    this.#options = options
    this.nonce = options.random.nonce()
    this.requests = options.recorded ?? 0
    this.#waits = options.waits ?? new Waits()
    this.#redact = new Redactor(profile, service.requests)
    this.#books = new Ledger(service, options.earlier)
    this.#wires = openWires(options, concurrency)
    const limits = new Limiter({ ...profile.limits, concurrency }, clock)
    this.#limits = limits
    this.#budget = new Budget(options, this.#books)
    this.#sender = new Sender(
      (call, tries) => limits.run(() => this.#attempt(call, tries), call.always ? undefined : signal, call.scenario),
      { ...options, limits, budget: this.#budget, books: this.#books },
    )
    this.#tokens = new Tokens(profile, {
      clock,
      wire: this.#wires.elsewhere,
      learn: (secret) => this.#redact.learn(secret),
    })
    this.#time = new TargetTime(profile, clock)
  }

  /** How far the target's test clock has been moved, in minutes. */
  get clockMinutes(): number {
    return this.#time.minutes
  }

  /**
   * Minutes that the target's time is ahead of octospec's, its moves counted: by what its test clock showed last, else
   * by the first booking that told. null: nothing did.
   */
  get ahead(): number | null {
    return this.#time.ahead
  }

  /** When it was last moved, in milliseconds since the epoch by octospec's clock; null: it was not. */
  get clockMovedAt(): number | null {
    return this.#time.movedAt
  }

  /** Requests a second that the session slowed down to, for a target that answers 429 without a wait; null: none. */
  get slowedTo(): number | null {
    return this.#sender.slowedTo
  }

  /** Reservations are put off (429) while all else is answered: the account seems to have as many holds as it may. */
  get crowded(): boolean {
    return this.#sender.crowded
  }

  /** Bookings that the session made, in the order of reserving. */
  get bookings(): readonly LedgerEntry[] {
    return this.#books.entries()
  }

  /** A text without the secrets of the profile. */
  redacted(text: string): string {
    return this.#redact.text(text)
  }

  /** An idempotency key that no request has had. */
  nextKey(scenario: string): string {
    const counter = (this.#keys.get(scenario) ?? 0) + 1
    this.#keys.set(scenario, counter)
    return idempotencyKey(this.nonce, scenario, counter)
  }

  /** Lets so many requests of a scenario start together, without the spacing of the rate. */
  together<Result>(scenario: string, count: number, send: () => Promise<Result>): Promise<Result> {
    return this.#limits.together(scenario, count, send)
  }

  close(): Promise<void> {
    return this.#wires.close()
  }

  /**
   * The target for one scenario, whose id its exchanges carry.
   * @param options `always`: it is for cleaning up, so neither the signal nor the limit on bookings stops it; but once
   * the signal has aborted it has a minute, and it waits no longer than that in all for a target that answers 429
   */
  for(scenario: string, { always = false }: { readonly always?: boolean } = {}): Target {
    const { profile, service } = this.#options
    const who = { scenario, always }
    const plain = { ...who, options: {}, input: {}, fields: {} }
    return {
      send: async (name, input, given = {}) => this.#send(who, name, input, given),
      advanceClock: async (minutes) =>
        this.#time.advance(minutes, (operation, by, fields) =>
          this.#sender.send({ ...plain, purpose: 'clock', operation, input: { minutes: by }, fields }),
        ),
      helper: async (name, { id } = {}) => {
        const operation = service.requests.helper(name, profile)
        return this.#sender.send({ ...plain, purpose: name, operation, ...(id !== undefined && { id }) })
      },
      stray: async (like) => {
        const path = `/octospec-no-such-path-${runName(this.nonce)}`
        const operation = { ...offered(profile, like), path, fields: {} }
        return this.#sender.send({ ...plain, purpose: 'stray', operation })
      },
    }
  }

  /** Sends an operation by its name and logical fields. */
  async #send(who: Who, name: string, { id, fields = {} }: RequestInput, given: SendOptions): Promise<Answer> {
    const { profile, service, commits } = this.#options
    const { operations, requests } = service
    const operation = offered(profile, name)
    const traits = operations[name] ?? {}
    if (commits === false && traits.commits === true)
      throw new Stop(
        `the target is live, so no ${name} is sent`,
        'run it against a sandbox, or with --allow-live-bookings',
        null,
        '--allow-live-bookings',
      )
    const all = requests.complete(name, fields, given, profile, () => this.nextKey(who.scenario))
    const input = givenFields(name, requests.fields[name] ?? [], operation, all)
    const key = input[traits.key ?? '']
    const asking = this.#askBefore(who, name, key, given)
    const before = asking === null ? null : await asking
    if (traits.creates === true && typeof key === 'string') this.#books.expect(key)
    return this.#sender.send({
      ...who,
      purpose: name,
      operation,
      ...(id !== undefined && { id }),
      input,
      fields: requests.spell(name, input, profile),
      extras: requests.extras(name, given, profile),
      options: given,
      ...(before !== null && { before }),
    })
  }

  /**
   * Asks for what a request depends on (`Requests.before`) just before it is sent: a quote may be good for one
   * reservation, and not for long. A request sent again with its key says the same, as do two that carry it at once.
   * @returns null where a request says nothing of the kind; else the answer, or a Stop where it was not accepted
   */
  #askBefore(who: Who, name: string, key: unknown, given: SendOptions): Promise<Answer> | null {
    const { profile, service } = this.#options
    const operation = service.requests.before?.(name, given, profile) ?? null
    if (operation === null) return null
    // A stranger's request says what somebody might have who is let in.
    const as = given.as === 'other' ? 'other' : 'reseller'
    const known = typeof key === 'string' ? `${as} ${name} ${key}` : null
    const before = known === null ? undefined : this.#asked.get(known)
    if (before !== undefined) return before
    const answer = this.#send(who, operation, {}, { as }).then((answered) => answered.need())
    if (known !== null) {
      this.#asked.set(known, answer)
      answer.catch(() => this.#asked.delete(known))
    }
    return answer
  }

  /**
   * Sends a call once: its values are bound to the places of the profile, counted, and sent. The answer is made fit for
   * the record, and told before anybody hears of it.
   */
  async #attempt(call: Call, tries: number): Promise<Attempt> {
    const { service, profile, clock, signal } = this.#options
    const { as = 'reseller' } = call.options
    const token = await this.#waits.during(this.#tokens.of(as))
    const nextKey = (of: string): string => this.nextKey(of)
    const said = saidBy(call, { service, profile, redact: this.#redact, memory: this.#memory, nextKey })
    const bound = bindRequest({
      profile,
      operation: call.operation,
      options: call.options,
      headers: service.requests.headers(call.options),
      nonce: this.nonce,
      now: this.#time.now(),
      ...said,
      ...(token !== null && { token }),
      ...(call.extras !== undefined && { extras: call.extras }),
    })
    this.#budget.spend(call)
    const asked = this.#asking(call, said, bound)
    if (service.operations[call.purpose]?.creates === true) this.#intend(call, asked, bound.credentials)
    const wire = this.#named(bound.wire, asked.n)
    const result = await this.#waits.during(this.#wires.send(wire, call.always ? undefined : signal))
    const { response } = result
    const renews =
      token !== null && response?.status === 401 && !this.#renewed.has(call) && this.#tokens.spoil(as, token)
    if (renews) this.#renewed.add(call)
    const limit = response === null ? undefined : failureOfLimit(response, clock.now(), tries)
    const failure = renews ? tokenEnded : (result.failure ?? limit)
    const durationMs = Math.max(0, clock.now() - asked.startedAt)
    const raw: Exchange = { ...asked, response, ...(failure !== undefined && { failure }), durationMs }
    const { exchange, fault } = this.#fitForRecord(raw, bound.credentials)
    // Whatever became of it, it is on the record before anybody hears of it.
    await this.#options.onExchange(exchange)
    if (fault !== null) throw fault
    const answer = service.answer(exchange, profile)
    this.#time.hear(service.bookings.aheadBy(answer))
    this.#memory.keep(service.requests.remembers?.(answer) ?? [])
    // What is refused for another reason was let in as well.
    if (token !== null && (answer.accepted || (answer.refused && !isOfCaller(answer.status))))
      this.#tokens.took(as, token)
    return { ...result, answer, renews }
  }

  /** The exchange of a request that is about to be sent. */
  #asking({ scenario, purpose, options }: Call, { bookingId, input }: Said, { wire, url }: BoundRequest): Exchange {
    this.requests += 1
    return {
      n: this.requests,
      scenario,
      purpose,
      as: options.as ?? 'reseller',
      ...(bookingId !== undefined && { bookingId }),
      input,
      request: {
        method: wire.method,
        url,
        headers: Object.fromEntries(wire.headers),
        ...(wire.body !== undefined && { body: wire.body }),
      },
      response: null,
      startedAt: this.#options.clock.now(),
      durationMs: 0,
      clockMinutes: this.#time.minutes,
    }
  }

  /** Writes down a reservation that is about to be sent: what could not be written down is not sent. */
  #intend(call: Call, asked: Exchange, credentials: ReadonlySet<string>): void {
    const { service, profile, signal, onIntent } = this.#options
    const intent = this.#redact.exchange(asked, credentials)
    onIntent?.(intent)
    if (!call.always) signal?.throwIfAborted()
    this.#books.note(service.answer(intent, profile))
  }

  #named(wire: WireRequest, n: number): WireRequest {
    if (this.#options.profile.target.requestHeader === false) return wire
    return { ...wire, headers: [...wire.headers, [requestHeader, `${runName(this.nonce)}-${n}`]] }
  }

  /** What is judged is what is recorded, so nothing is told before secrets and other people's data are out of it. */
  #fitForRecord(
    raw: Exchange,
    credentials: ReadonlySet<string>,
  ): { readonly exchange: Exchange; readonly fault: Error | null } {
    const { service, profile } = this.#options
    try {
      const redacted = this.#redact.exchange(raw, credentials)
      this.#books.note(service.answer(redacted, profile))
      const isOwn: Ledger['isOwn'] = (id, as) => this.#books.isOwn(id, as)
      return {
        exchange: keptAsText(maskForeign(redacted, { service, profile, isOwn, nonce: this.nonce })),
        fault: null,
      }
    } catch (error) {
      const exchange = withheld(raw, service.operations[raw.purpose]?.key)
      this.#books.note(service.answer(exchange, profile))
      // What was thrown may quote what must not be told.
      return { exchange, fault: new Error(`request ${raw.n} could not be made fit to be recorded`, { cause: error }) }
    }
  }
}

const tokenEnded = { kind: 'token-ended', message: 'the token has ended: sent again with the next' } as const

/** Whether a refusal may be of who asks. */
function isOfCaller(status: number | null): boolean {
  return status === 401 || status === 403
}

/** @throws Stop where the profile declares the operation as not offered */
function offered({ operations }: Profile, name: string): Operation {
  const operation = operations[name] ?? null
  if (operation !== null) return operation
  throw new Stop(
    `${name} is not offered by this target`,
    `declare operations.${name} in the profile, if the target offers it`,
    null,
    `operations.${name}`,
  )
}

interface Wires {
  /** Takes what goes to the target there, and what does not elsewhere. */
  readonly send: Transport['send']
  /** For whatever is not the target: it does not get to see the client's certificate. */
  readonly elsewhere: Transport
  readonly close: () => Promise<void>
}

function openWires({ profile, through, reuseConnections = false }: OpenTargetOptions, concurrency: number): Wires {
  const { target, limits, tls } = profile
  const { timeoutSeconds } = limits
  const direct = transport({ concurrency, timeoutSeconds, tls, reuseConnections })
  const wire = through?.(direct) ?? direct
  const elsewhere = transport({ concurrency: 1, timeoutSeconds, tls: alsoTrusting(tls) })
  const { origin } = new URL(target.url)
  return {
    send: (request, signal) => (request.origin === origin ? wire : elsewhere).send(request, signal),
    elsewhere,
    close: async () => void (await Promise.all([wire.close(), elsewhere.close()])),
  }
}

/** Who gives tokens is another server: it is trusted as any. */
function alsoTrusting({ ca }: Tls): Tls {
  return ca === undefined ? {} : { ca: [ca, ...rootCertificates].join('\n') }
}
