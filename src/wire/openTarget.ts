import type { Operation, Profile, Json, Tls } from '../profile/profile.js'
import type { Answer } from './answer.js'
import { givenFields, type Bindable, type SendOptions, type Requests } from './service.js'
import { openBudget, openSender, type Budget } from './sender.js'
import { idempotencyKey } from './marker.js'
import { ledger, type Ledger } from './ledger.js'
import { limiter, openWaits, type Limiter } from './limiter.js'
import { openMemory, openOwnWords, type Memory, type OwnWords } from './memory.js'
import { redactor, withheld, type Redactor } from './redact.js'
import { Stop } from './stop.js'
import type { RequestInput, Target, OpenTargetOptions, TargetSession, Call, Attempt } from './target.js'
import { targetTime, type TargetTime } from './targetTime.js'
import { runName, bindRequest, requestHeader } from './bind.js'
import { openTokens, type Tokens } from './tokens.js'
import type { Exchange } from './exchange.js'
import { keptAsText } from './body.js'
import { maskForeign } from './mask.js'
import { failureOfLimit } from './again.js'
import { rootCertificates } from 'node:tls'
import { transport, type Transport } from './transport.js'

/** Opens a session. Nothing is sent before a method of a target is called. */
export function openTarget(options: OpenTargetOptions): TargetSession {
  const { service, profile, clock } = options
  const { operations, requests } = service
  const nonce = options.random.nonce()
  const { concurrency = profile.limits.concurrency } = options
  const limits = limiter({ ...profile.limits, concurrency }, clock)
  const redact = redactor(profile, requests)
  const books = ledger(service, options.earlier)
  const budget = openBudget(options, books)
  const memory = openMemory()
  const wires = openWires(options, concurrency)
  const tokens = openTokens(profile, { clock, wire: wires.elsewhere, learn: redact.learn })
  const time = targetTime(profile, clock)
  const keys = new Map<string, number>()
  const nextKey = (scenario: string): string => {
    const counter = (keys.get(scenario) ?? 0) + 1
    keys.set(scenario, counter)
    return idempotencyKey(nonce, scenario, counter)
  }
  const words = openOwnWords(service, profile, { redact, memory, nextKey })
  const attempts = openAttempt(options, { nonce, wires, tokens, limits, budget, books, memory, redact, words, time })
  const sender = openSender(attempts.attempt, { ...options, limits, budget, books })
  const { send } = sender
  const askBefore = openAskBefore(requests, profile)

  const sendOperation = async (
    scenario: string,
    always: boolean,
    name: string,
    { id, fields = {} }: RequestInput,
    given: SendOptions,
  ): Promise<Answer> => {
    const operation = offered(profile, name)
    if (options.commits === false && operations[name]?.commits === true)
      throw new Stop(
        `the target is live, so no ${name} is sent`,
        'run it against a sandbox, or with --allow-live-bookings',
        null,
        '--allow-live-bookings',
      )
    const all = requests.complete(name, fields, given, profile, () => nextKey(scenario))
    const input = givenFields(name, requests.fields[name] ?? [], operation, all)
    const key = input[operations[name]?.key ?? '']
    const asking = askBefore({ name, key, given }, (before, options) =>
      sendOperation(scenario, always, before, {}, options),
    )
    const before = asking === null ? null : await asking
    if (operations[name]?.creates === true && typeof key === 'string') books.expect(key)
    return send({
      scenario,
      always,
      purpose: name,
      operation,
      ...(id === undefined ? {} : { id }),
      input,
      fields: requests.spell(name, input, profile),
      extras: requests.extras(name, given, profile),
      options: given,
      ...(before !== null && { before }),
    })
  }

  const targetFor = (scenario: string, always: boolean): Target => {
    const plain = { scenario, always, options: {} }
    return {
      send: async (name, input, given = {}) => sendOperation(scenario, always, name, input, given),
      advanceClock: async (minutes) =>
        time.advance(minutes, (operation, by, fields) =>
          send({ ...plain, purpose: 'clock', operation, input: { minutes: by }, fields }),
        ),
      helper: async (name, { id } = {}) =>
        send({
          ...plain,
          purpose: name,
          operation: requests.helper(name, profile),
          ...(id === undefined ? {} : { id }),
          input: {},
          fields: {},
        }),
      async stray(like) {
        const operation: Bindable = { ...offered(profile, like), path: strayPath(nonce), fields: {} }
        return send({ ...plain, purpose: 'stray', operation, input: {}, fields: {} })
      },
    }
  }

  return {
    nonce,
    nextKey,
    redacted: redact.text,
    together: (scenario, count, act) => limits.together(scenario, count, act),
    get clockMinutes() {
      return time.minutes
    },
    get ahead() {
      return time.ahead
    },
    get clockMovedAt() {
      return time.movedAt
    },
    get slowedTo() {
      return sender.slowedTo
    },
    get crowded() {
      return sender.crowded
    },
    get requests() {
      return attempts.count
    },
    get bookings() {
      return books.entries()
    },
    for: (scenario, { always = false } = {}) => targetFor(scenario, always),
    close: wires.close,
  }
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

function strayPath(nonce: string): string {
  return `/octospec-no-such-path-${runName(nonce)}`
}

interface Coming {
  readonly name: string
  readonly key: Json | undefined
  readonly given: SendOptions
}

type Ask = (operation: string, options: SendOptions) => Promise<Answer>

/**
 * Asks for what a request says something of (`Requests.before`) just before it is sent: a quote may be good for one reservation, and
 * not for long. A request that is sent again with its key says the same again, and so do two that carry it at once.
 * @returns null where a request says nothing of the kind; else the answer, or a Stop where it was not accepted
 */
function openAskBefore(requests: Requests, profile: Profile): (coming: Coming, ask: Ask) => Promise<Answer> | null {
  const asked = new Map<string, Promise<Answer>>()
  return ({ name, key, given }, ask) => {
    const operation = requests.before?.(name, given, profile) ?? null
    if (operation === null) return null
    // A stranger's request says what somebody might have who is let in.
    const as = given.as === 'other' ? 'other' : 'reseller'
    const known = typeof key === 'string' ? `${as} ${name} ${key}` : null
    const answer =
      (known === null ? undefined : asked.get(known)) ?? ask(operation, { as }).then((answered) => answered.need())
    if (known !== null) {
      asked.set(known, answer)
      answer.catch(() => asked.delete(known))
    }
    return answer
  }
}

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
