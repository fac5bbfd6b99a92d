import { rootCertificates } from 'node:tls'
import type { Tls } from '../profile/profile.js'
import { failureOfLimit } from './again.js'
import { bindRequest, requestHeader, runName, type BoundRequest } from './bind.js'
import { keptAsText } from './body.js'
import type { Exchange } from './exchange.js'
import { Ledger } from './ledger.js'
import { Limiter, Waits } from './limiter.js'
import { idempotencyKey } from './marker.js'
import { maskForeign } from './mask.js'
import { Memory, saidBy, type Said } from './memory.js'
import { Redactor, withheld } from './redact.js'
import { Budget } from './sender.js'
import type { Attempt, Call, OpenTargetOptions } from './target.js'
import { TargetTime } from './targetTime.js'
import { Tokens } from './tokens.js'
import { transport, type Transport, type WireRequest } from './transport.js'

/** All that the requests of a session have in common. */
export interface Session extends OpenTargetOptions {
  readonly waits: Waits
  readonly nonce: string
  readonly redact: Redactor
  readonly books: Ledger
  readonly wires: Wires
  readonly limits: Limiter
  readonly budget: Budget
  readonly memory: Memory
  readonly tokens: Tokens
  readonly time: TargetTime
  /** An idempotency key that no request has had. */
  readonly nextKey: (scenario: string) => string
  /** What was sent again with another token, which is done once. */
  readonly renewed: WeakSet<Call>
  /** Exchanges of the run so far. */
  count: number
}

export function openSession(options: OpenTargetOptions): Session {
  const { service, profile, clock, waits = new Waits() } = options
  const nonce = options.random.nonce()
  const { concurrency = profile.limits.concurrency } = options
  const redact = new Redactor(profile, service.requests)
  const books = new Ledger(service, options.earlier)
  const wires = openWires(options, concurrency)
  const keys = new Map<string, number>()
  return {
    ...options,
    waits,
    nonce,
    redact,
    books,
    wires,
    limits: new Limiter({ ...profile.limits, concurrency }, clock),
    budget: new Budget(options, books),
    memory: new Memory(),
    tokens: new Tokens(profile, { clock, wire: wires.elsewhere, learn: (secret) => redact.learn(secret) }),
    time: new TargetTime(profile, clock),
    nextKey(scenario: string): string {
      const counter = (keys.get(scenario) ?? 0) + 1
      keys.set(scenario, counter)
      return idempotencyKey(nonce, scenario, counter)
    },
    renewed: new WeakSet<Call>(),
    count: options.recorded ?? 0,
  }
}

/**
 * Sends a call once: what it says is bound to the places of the profile, counted, and sent; what comes is made fit for the record, and
 * told before anybody hears of it.
 */
export async function attempt(session: Session, call: Call, tries: number): Promise<Attempt> {
  const { service, profile, clock, signal, waits, wires, tokens, budget, memory, time } = session
  const { as = 'reseller' } = call.options
  const token = await waits.during(tokens.of(as))
  const said = saidBy(call, session)
  const bound = bindRequest({
    profile,
    operation: call.operation,
    options: call.options,
    headers: service.requests.headers(call.options),
    nonce: session.nonce,
    now: time.now(),
    ...said,
    ...(token !== null && { token }),
    ...(call.extras !== undefined && { extras: call.extras }),
  })
  budget.spend(call)
  const asked = askedBy(session, call, said, bound)
  if (service.operations[call.purpose]?.creates === true) intend(session, call, asked, bound.credentials)
  const result = await waits.during(wires.send(named(session, bound.wire, asked.n), call.always ? undefined : signal))
  const { response } = result
  const renews = token !== null && response?.status === 401 && !session.renewed.has(call) && tokens.spoil(as, token)
  if (renews) session.renewed.add(call)
  const limit = response === null ? undefined : failureOfLimit(response, clock.now(), tries)
  const failure = renews ? tokenEnded : (result.failure ?? limit)
  const durationMs = Math.max(0, clock.now() - asked.startedAt)
  const raw: Exchange = { ...asked, response, ...(failure !== undefined && { failure }), durationMs }
  const { exchange, fault } = fitForRecord(session, raw, bound.credentials)
  // Whatever became of it, it is on the record before anybody hears of it.
  await session.onExchange(exchange)
  if (fault !== null) throw fault
  const answer = service.answer(exchange, profile)
  time.hear(service.bookings.aheadBy(answer))
  memory.keep(service.requests.remembers?.(answer) ?? [])
  // What is refused for another reason was let in as well.
  if (token !== null && (answer.accepted || (answer.refused && !isOfCaller(answer.status)))) tokens.took(as, token)
  return { ...result, answer, renews }
}

/** The exchange of a request that is about to be sent. */
function askedBy(session: Session, call: Call, { bookingId, input }: Said, { wire, url }: BoundRequest): Exchange {
  session.count += 1
  return {
    n: session.count,
    scenario: call.scenario,
    purpose: call.purpose,
    as: call.options.as ?? 'reseller',
    ...(bookingId !== undefined && { bookingId }),
    input,
    request: {
      method: wire.method,
      url,
      headers: Object.fromEntries(wire.headers),
      ...(wire.body !== undefined && { body: wire.body }),
    },
    response: null,
    startedAt: session.clock.now(),
    durationMs: 0,
    clockMinutes: session.time.minutes,
  }
}

/** Writes down a reservation that is about to be sent: what could not be written down is not sent. */
function intend(session: Session, call: Call, asked: Exchange, credentials: ReadonlySet<string>): void {
  const intent = session.redact.exchange(asked, credentials)
  session.onIntent?.(intent)
  if (!call.always) session.signal?.throwIfAborted()
  session.books.note(session.service.answer(intent, session.profile))
}

function named({ profile, nonce }: Session, wire: WireRequest, n: number): WireRequest {
  if (profile.target.requestHeader === false) return wire
  return { ...wire, headers: [...wire.headers, [requestHeader, `${runName(nonce)}-${n}`]] }
}

/** What is judged is what is recorded, so nothing is told before secrets and other people's data are out of it. */
function fitForRecord(
  { service, profile, redact, books, nonce }: Session,
  raw: Exchange,
  credentials: ReadonlySet<string>,
): { readonly exchange: Exchange; readonly fault: Error | null } {
  try {
    const redacted = redact.exchange(raw, credentials)
    books.note(service.answer(redacted, profile))
    const masked = maskForeign(redacted, { service, profile, isOwn: (...own) => books.isOwn(...own), nonce })
    return { exchange: keptAsText(masked), fault: null }
  } catch (error) {
    const exchange = withheld(raw, service.operations[raw.purpose]?.key)
    books.note(service.answer(exchange, profile))
    // What was thrown may quote what must not be told.
    return { exchange, fault: new Error(`request ${raw.n} could not be made fit to be recorded`, { cause: error }) }
  }
}

const tokenEnded = { kind: 'token-ended', message: 'the token has ended: sent again with the next' } as const

/** Whether a refusal may be of who asks. */
function isOfCaller(status: number | null): boolean {
  return status === 401 || status === 403
}

interface Wires {
  /** Takes what goes to the target there, and what does not elsewhere. */
  readonly send: Transport['send']
  /** For whatever is not the target: it does not get to see the client's certificate. */
  readonly elsewhere: Transport
  readonly close: () => Promise<void>
}

function openWires(options: OpenTargetOptions, concurrency: number): Wires {
  const { target, limits, tls } = options.profile
  const { timeoutSeconds } = limits
  const { through = (wire) => wire, maxBodyBytes, reuseConnections } = options
  const wire = through(
    transport({
      concurrency,
      timeoutSeconds,
      tls,
      ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
      ...(reuseConnections === undefined ? {} : { reuseConnections }),
    }),
  )
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
