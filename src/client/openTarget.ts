import { rootCertificates } from 'node:tls'
import type { RunValues } from '../profile/expandTemplates.js'
import type { Json, Operation, Profile, Tls } from '../profile/profile.js'
import type { Answer } from './answer.js'
import { bindRequest, type Bindable, type BindInput, type SendOptions } from './bindRequest.js'
import type { Exchange } from './exchange.js'
import { idempotencyKey } from './idempotencyKey.js'
import { ledger } from './ledger.js'
import { limiter } from './limiter.js'
import { givenFields } from './logicalFields.js'
import { maskForeign } from './mask.js'
import { openMemory } from './memory.js'
import { redactor } from './redact.js'
import { retryAfter } from './retryAfter.js'
import { failureOf429, isUnclear, mostTries, saysWhen } from './sentAgain.js'
import { Stop } from './stop.js'
import type { RequestInput } from './target.js'
import type { OpenTargetOptions, TargetSession } from './targetSession.js'
import { openTokens } from './tokens.js'
import { transport, type WireResult } from './transport.js'
import { withheld } from './withheld.js'
import { idText } from './idText.js'

/** How long a session that was cut short may clean up, and how long cleaning up may wait for 429 in all, in milliseconds. */
const cleanUpTime = 60_000

/** A read that no answer came to, or only a gateway's, is sent again so often at most: it changes nothing. */
const again = { unanswered: 1, unavailable: 2 } as const
/** What a gateway says to wait then is waited for up to this many milliseconds, by this request alone. */
const longestWait = 2000
/** Reads that stayed without a clear answer after which no read is sent again for that. */
const patience = 3

/** Opens a session. Nothing is sent before a method of a target is called. */
export function openTarget(options: OpenTargetOptions): TargetSession {
  const { service, profile, clock } = options
  const { operations, requests } = service
  const nonce = options.random.nonce()
  const { concurrency = profile.limits.concurrency } = options
  const limits = limiter({ ...profile.limits, concurrency }, clock)
  const redact = redactor(profile, requests)
  const books = ledger(service, options.earlier)
  const memory = openMemory()
  const through = options.through ?? ((wire) => wire)
  const wire = through(
    transport({
      concurrency,
      timeoutSeconds: profile.limits.timeoutSeconds,
      tls: profile.tls,
      ...(options.maxBodyBytes === undefined ? {} : { maxBodyBytes: options.maxBodyBytes }),
      ...(options.reuseConnections === undefined ? {} : { reuseConnections: options.reuseConnections }),
    }),
  )
  const login = transport({
    concurrency: 1,
    timeoutSeconds: profile.limits.timeoutSeconds,
    tls: alsoTrusting(profile.tls),
  })
  const tokens = openTokens(profile, { clock, wire: login, learn: redact.learn })
  const keys = new Map<string, number>()
  let lastNumber = options.recorded ?? 0
  let counted = 0
  let clockMinutes = 0
  let slowedTo: number | null = null
  let stayedUnclear = 0
  let cleanUpUntil: number | null = null
  let cleanUpPauses = cleanUpTime

  const nextKey = (scenario: string): string => {
    const counter = (keys.get(scenario) ?? 0) + 1
    keys.set(scenario, counter)
    return idempotencyKey(nonce, scenario, counter)
  }

  interface Call {
    readonly scenario: string
    readonly always: boolean
    readonly purpose: string
    readonly operation: Bindable
    readonly id?: string
    /** As given, for the record; `fields` in the words of the target. */
    readonly input: Readonly<Record<string, Json>>
    readonly fields: Readonly<Record<string, Json>>
    readonly extras?: Readonly<Record<string, Json>>
    readonly options: SendOptions
  }

  interface Attempt {
    readonly answer: Answer
    readonly result: WireResult
    /** Its token has ended, and another one is to be had: it was not performed. */
    readonly renews: boolean
  }

  /** Sends a request once, when it is its turn, and records it. */
  const attempt = (call: Call, tries: number): Promise<Attempt> => {
    const signal = call.always ? undefined : options.signal
    const work = async (): Promise<Attempt> => {
      // Only texts that came redacted out of an answer are turned back into what the target knows.
      const fields = restored(call.fields)
      const caller = call.options.as ?? 'reseller'
      const token = await tokens.of(caller)
      const input: BindInput = {
        profile,
        operation: call.operation,
        fields,
        options: call.options,
        headers: requests.headers(call.options),
        nonce,
        now: new Date(clock.now() + clockMinutes * 60_000),
        run: runValues(call, fields),
        ...(token !== null && { token }),
        ...(call.id === undefined ? {} : { id: idFor(call.purpose, call.id) }),
        ...(call.extras === undefined ? {} : { extras: call.extras }),
      }
      const bound = bindRequest(input)
      spend(call)
      lastNumber += 1
      const n = lastNumber
      const movedBy = clockMinutes
      const startedAt = clock.now()
      const asked: Exchange = {
        n,
        scenario: call.scenario,
        purpose: call.purpose,
        as: caller,
        ...(call.id === undefined ? {} : { bookingId: restoredId(call.id) }),
        input: restored(call.input),
        request: {
          method: bound.wire.method,
          url: bound.url,
          headers: Object.fromEntries(bound.wire.headers),
          ...(bound.wire.body === undefined ? {} : { body: bound.wire.body }),
        },
        response: null,
        startedAt,
        durationMs: 0,
        clockMinutes: movedBy,
      }
      if (isMaking(call)) {
        const intent = redact.exchange(asked, bound.credentials)
        options.onIntent?.(intent)
        // What could not be written down is not sent.
        signal?.throwIfAborted()
        books.note(service.answer(intent, profile))
      }
      const result = await wire.send(bound.wire, call.always ? undefined : (options.cuts ?? options.signal))
      const failure = 'failure' in result ? result.failure : failureOf429(result.response, clock.now(), tries)
      const raw: Exchange = {
        ...asked,
        response: 'response' in result ? result.response : null,
        ...(failure === undefined ? {} : { failure }),
        durationMs: Math.max(0, clock.now() - startedAt),
      }
      const { exchange, fault } = fitForRecord(raw, bound.credentials)
      // Whatever became of it, it is on the record before anybody hears of it.
      await options.onExchange(exchange)
      if (fault !== null) throw fault
      const answer = service.answer(exchange, profile)
      memory.keep(requests.remembers?.(answer) ?? [])
      const status = 'response' in result ? result.response.status : null
      if (token !== null && answer.accepted) tokens.took(caller, token)
      return { answer, result, renews: token !== null && status === 401 && tokens.spoil(caller, token) }
    }
    return limits.run(work, signal, call.scenario)
  }

  const restoredId = (id: string): string => idText(redact.restore(id)) ?? id

  /** The id that an operation takes: some take another one than the rest. */
  const idFor = (purpose: string, id: string): string => {
    const other = requests.idOf?.(purpose, profile) ?? null
    const known = other === null ? undefined : (memory.of(other, id) ?? memory.of(other, restoredId(id)))
    return idText(redact.restore(known ?? id)) ?? id
  }

  const runValues = ({ scenario, purpose }: Call, fields: Readonly<Record<string, Json>>): RunValues => {
    const key = fields[operations[purpose]?.key ?? '']
    let uuid: string | undefined
    const made = (): string => {
      // A request that is sent again with its key says the same again.
      uuid ??= typeof key === 'string' ? idempotencyKey(key, 'value', 0) : nextKey(`${scenario} value`)
      return uuid
    }
    return {
      get uuid() {
        return made()
      },
      get number() {
        return Number.parseInt(made().slice(0, 8), 16)
      },
      recall: (of, pointer) => redact.restore(memory.recall(of, pointer, requests.about?.(of, fields))),
    }
  }

  /** What is judged is what is recorded, so nothing is told before secrets and other people's data are out of it. */
  const fitForRecord = (
    raw: Exchange,
    credentials: ReadonlySet<string>,
  ): { readonly exchange: Exchange; readonly fault: Error | null } => {
    try {
      const redacted = redact.exchange(raw, credentials)
      books.note(service.answer(redacted, profile))
      return { exchange: maskForeign(redacted, { service, profile, isOwn: books.isOwn, nonce }), fault: null }
    } catch (error) {
      const exchange = withheld(raw, operations[raw.purpose]?.key)
      books.note(service.answer(exchange, profile))
      // What was thrown may quote what must not be told.
      return { exchange, fault: new Error(`exchange ${raw.n} could not be made fit to be recorded`, { cause: error }) }
    }
  }

  const restored = (fields: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> => {
    const all = Object.entries(fields).map(([field, value]): [string, Json] => [field, redact.restore(value)])
    return all.every(([field, value]) => value === fields[field]) ? fields : Object.fromEntries(all)
  }

  const spend = (call: Call): void => {
    if (call.always) {
      if (options.signal?.aborted === true) cleanUpUntil ??= clock.now() + cleanUpTime
      if (cleanUpUntil !== null && clock.now() > cleanUpUntil)
        throw new Stop('the time for cleaning up is over', 'see octospec cleanup')
      return
    }
    if (options.maxRequests !== undefined && counted >= options.maxRequests)
      throw new Stop(
        `the run has sent the ${options.maxRequests} requests that it may send`,
        'allow it more requests, or run fewer checks',
      )
    if (isMaking(call)) spendBooking(call)
    counted += 1
  }

  const isMaking = ({ purpose }: Call): boolean => operations[purpose]?.creates === true

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
      )
  }

  const send = async (call: Call): Promise<Answer> => {
    let repeats = 0
    let renewed = false
    for (let tries = 1; ; tries += 1) {
      const { answer, result, renews } = await attempt(call, tries)
      if (!call.always) options.signal?.throwIfAborted()
      if (renews && !renewed) renewed = true
      else if ('response' in result && result.response.status === 429) {
        const wait = waitAfter(result, tries)
        // Who does not say how long to wait is asked more slowly from now on.
        if (!saysWhen(result.response)) slowedTo = limits.slowDown()
        if (tries >= mostTries(result.response) || (call.always && wait > cleanUpPauses)) return answer
        if (call.always) cleanUpPauses -= wait
        limits.pause(wait)
      } else {
        if (!isUnclear(result) || !isWorthAnotherRead(call.purpose, result, repeats)) return answer
        repeats += 1
        const wait = Math.min(waitAfter(result, tries), longestWait)
        if (wait > 0) await clock.sleep(wait, call.always ? undefined : options.signal)
      }
    }
  }

  /** An answer that was lost need not be waited for; 429 and a gateway say how long, or leave it to us. */
  const waitAfter = (result: WireResult, tries: number): number =>
    'failure' in result ? 0 : retryAfter(result.response.headers['retry-after'], clock.now(), tries)

  const isWorthAnotherRead = (purpose: string, result: WireResult, repeats: number): boolean => {
    if (operations[purpose]?.reads !== true || stayedUnclear >= patience) return false
    if (repeats < ('failure' in result ? again.unanswered : again.unavailable)) return true
    stayedUnclear += 1
    return false
  }

  const sendOperation = (
    scenario: string,
    always: boolean,
    name: string,
    { id, fields = {} }: RequestInput,
    given: SendOptions,
  ): Promise<Answer> => {
    const operation = offered(profile, name)
    if (options.commits === false && operations[name]?.commits === true)
      return Promise.reject(
        new Stop(
          `the target is live, so no ${name} is sent`,
          'run it against a sandbox, or with --allow-live-bookings',
        ),
      )
    const all = requests.complete(name, fields, given, profile, () => nextKey(scenario))
    const input = givenFields(name, requests.fields[name] ?? [], operation, all)
    const key = input[operations[name]?.key ?? '']
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
    })
  }

  return {
    nonce,
    nextKey,
    redacted: redact.text,
    together: (scenario, count, act) => limits.together(scenario, count, act),
    get clockMinutes() {
      return clockMinutes
    },
    get slowedTo() {
      return slowedTo
    },
    get requests() {
      return lastNumber
    },
    get bookings() {
      return books.entries()
    },
    for(scenario, { always = false } = {}) {
      const plain = { scenario, always, options: {} }
      return {
        send: async (name, input, given = {}) => sendOperation(scenario, always, name, input, given),
        async advanceClock(minutes) {
          const fields = { minutes }
          const answer = await send({
            ...plain,
            purpose: 'clock',
            operation: testClockOf(profile),
            input: fields,
            fields,
          })
          if (answer.accepted) clockMinutes += minutes
          return answer
        },
        helper: async (name, input = {}) =>
          send({
            ...plain,
            purpose: name,
            operation: requests.helper(name, profile),
            ...(input.id === undefined ? {} : { id: input.id }),
            input: {},
            fields: {},
          }),
        async stray(like) {
          const operation: Bindable = { ...offered(profile, like), path: strayPath(nonce), fields: {} }
          return send({ ...plain, purpose: 'stray', operation, input: {}, fields: {} })
        },
      }
    },
    close: async () => void (await Promise.all([wire.close(), login.close()])),
  }
}

/** @throws Stop where the profile declares the operation as not offered */
function offered({ operations }: Profile, name: string): Operation {
  const operation = operations[name] ?? null
  if (operation !== null) return operation
  throw new Stop(
    `${name} is not offered by this target`,
    `declare operations.${name} in the profile, if the target offers it`,
  )
}

/** Of a form that no service has by chance, and of letters alone: what repeats it can be told. */
function strayPath(nonce: string): string {
  return `/octospec-no-such-path-${nonce.replace(/[^a-z0-9]/gi, '').slice(0, 8)}`
}

function namesOf(names: readonly string[] | null): string {
  return names === null || names.length === 0 ? 'no member at all' : `the members ${names.join(', ')}`
}

/** Who gives tokens is another server: it is trusted as any, and does not get to see the client's certificate. */
function alsoTrusting({ ca }: Tls): Tls {
  return ca === undefined ? {} : { ca: [ca, ...rootCertificates].join('\n') }
}

function testClockOf({ clock }: Profile): Bindable {
  if (clock === null)
    throw new Stop('the target has no test clock', 'declare clock in the profile, if the target has one')
  const { method, path, minutes } = clock
  return { method, path, fields: { minutes }, headers: {}, query: {}, body: {} }
}
