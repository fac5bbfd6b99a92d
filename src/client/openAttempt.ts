import { bindRequest } from './bindRequest.js'
import type { Budget } from './budget.js'
import type { Call, Attempt } from './target.js'
import type { Exchange } from './exchange.js'
import { keptAsText } from './body.js'
import type { Ledger } from './ledger.js'
import type { Limiter } from './limiter.js'
import { maskForeign } from './mask.js'
import type { Memory } from './memory.js'
import type { OwnWords } from './ownWords.js'
import type { Redactor } from './redact.js'
import { failureOfLimit } from './sentAgain.js'
import type { OpenTargetOptions } from './targetSession.js'
import type { TargetTime } from './targetTime.js'
import type { Tokens } from './tokens.js'
import { openWaits } from './waits.js'
import { withheld } from './withheld.js'
import type { Tls } from '../profile/profile.js'
import { rootCertificates } from 'node:tls'
import { transport, type Transport } from './transport.js'
import { requestHeader, runName } from './userAgent.js'

export interface AttemptParts {
  readonly nonce: string
  readonly wires: Wires
  readonly tokens: Tokens
  readonly limits: Limiter
  readonly budget: Budget
  readonly books: Ledger
  readonly memory: Memory
  readonly redact: Redactor
  readonly words: OwnWords
  readonly time: TargetTime
}

export interface Attempts {
  readonly attempt: (call: Call, tries: number) => Promise<Attempt>
  readonly count: number
}

export function openAttempt(options: OpenTargetOptions, parts: AttemptParts): Attempts {
  const { service, profile, clock, signal, waits = openWaits() } = options
  const { operations, requests } = service
  const { nonce, wires, tokens, limits, budget, books, memory, redact, words, time } = parts
  let count = options.recorded ?? 0
  /** What was sent again with another token, which is done once. */
  const renewed = new WeakSet<Call>()

  /** What is judged is what is recorded, so nothing is told before secrets and other people's data are out of it. */
  const fitForRecord = (
    raw: Exchange,
    credentials: ReadonlySet<string>,
  ): { readonly exchange: Exchange; readonly fault: Error | null } => {
    try {
      const redacted = redact.exchange(raw, credentials)
      books.note(service.answer(redacted, profile))
      return {
        exchange: keptAsText(
          maskForeign(redacted, { service, profile, isOwn: (...own) => books.isOwn(...own), nonce }),
        ),
        fault: null,
      }
    } catch (error) {
      const exchange = withheld(raw, operations[raw.purpose]?.key)
      books.note(service.answer(exchange, profile))
      // What was thrown may quote what must not be told.
      return { exchange, fault: new Error(`exchange ${raw.n} could not be made fit to be recorded`, { cause: error }) }
    }
  }

  const work = async (call: Call, tries: number): Promise<Attempt> => {
    const { as: caller = 'reseller' } = call.options
    const fields = words.restored(call.fields)
    const token = await waits.during(tokens.of(caller))
    const { wire, url, credentials } = bindRequest({
      profile,
      operation: call.operation,
      fields,
      options: call.options,
      headers: requests.headers(call.options),
      nonce,
      now: time.now(),
      run: words.runValues(call, fields),
      ...(token !== null && { token }),
      ...(call.id === undefined ? {} : { id: words.idFor(call.purpose, call.id) }),
      ...(call.extras === undefined ? {} : { extras: call.extras }),
    })
    budget.spend(call)
    count += 1
    const asked: Exchange = {
      n: count,
      scenario: call.scenario,
      purpose: call.purpose,
      as: caller,
      ...(call.id === undefined ? {} : { bookingId: words.restoredId(call.id) }),
      input: words.restored(call.input),
      request: {
        method: wire.method,
        url,
        headers: Object.fromEntries(wire.headers),
        ...(wire.body === undefined ? {} : { body: wire.body }),
      },
      response: null,
      startedAt: clock.now(),
      durationMs: 0,
      clockMinutes: time.minutes,
    }
    if (operations[call.purpose]?.creates === true) {
      const intent = redact.exchange(asked, credentials)
      options.onIntent?.(intent)
      // What could not be written down is not sent.
      if (!call.always) signal?.throwIfAborted()
      books.note(service.answer(intent, profile))
    }
    const name = [requestHeader, `${runName(nonce)}-${asked.n}`] as const
    const sent = profile.target.requestHeader === false ? wire : { ...wire, headers: [...wire.headers, name] }
    const result = await waits.during(wires.send(sent, call.always ? undefined : signal))
    const response = 'response' in result ? result.response : null
    const renews = token !== null && response?.status === 401 && !renewed.has(call) && tokens.spoil(caller, token)
    if (renews) renewed.add(call)
    const failure = renews
      ? tokenEnded
      : 'failure' in result
        ? result.failure
        : failureOfLimit(result.response, clock.now(), tries)
    const durationMs = Math.max(0, clock.now() - asked.startedAt)
    const raw: Exchange = { ...asked, response, ...(failure === undefined ? {} : { failure }), durationMs }
    const { exchange, fault } = fitForRecord(raw, credentials)
    // Whatever became of it, it is on the record before anybody hears of it.
    await options.onExchange(exchange)
    if (fault !== null) throw fault
    const answer = service.answer(exchange, profile)
    time.hear(service.bookings.aheadBy(answer))
    memory.keep(requests.remembers?.(answer) ?? [])
    // What is refused for another reason was let in as well.
    if (token !== null && (answer.accepted || (answer.refused && !isOfCaller(answer.status))))
      tokens.took(caller, token)
    return { answer, result, renews }
  }

  return {
    attempt: (call, tries) => limits.run(() => work(call, tries), call.always ? undefined : signal, call.scenario),
    get count() {
      return count
    },
  }
}

const tokenEnded = { kind: 'token-ended', message: 'the token has ended: sent again with the next' } as const

/** Whether a refusal may be of who asks. */
function isOfCaller(status: number | null): boolean {
  return status === 401 || status === 403
}

export interface Wires {
  /** Takes what goes to the target there, and what does not elsewhere. */
  readonly send: Transport['send']
  /** For whatever is not the target: it does not get to see the client's certificate. */
  readonly elsewhere: Transport
  readonly close: () => Promise<void>
}

export function openWires(options: OpenTargetOptions, concurrency: number): Wires {
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
