import { rootCertificates } from 'node:tls'
import type { Operation, Profile, Tls } from '../profile/profile.js'
import type { Answer } from './answer.js'
import { openAskBefore } from './askBefore.js'
import { bindRequest, type Bindable, type BindInput, type SendOptions } from './bindRequest.js'
import { openBudget } from './budget.js'
import type { Call } from './call.js'
import type { Exchange } from './exchange.js'
import { idempotencyKey } from './idempotencyKey.js'
import { ledger } from './ledger.js'
import { limiter } from './limiter.js'
import { givenFields } from './logicalFields.js'
import { maskForeign } from './mask.js'
import { openMemory } from './memory.js'
import { openOwnWords } from './ownWords.js'
import { redactor } from './redact.js'
import { openSender, type Attempt } from './openSender.js'
import { failureOf429 } from './sentAgain.js'
import { Stop } from './stop.js'
import { ClockFault, clockFields, clockMove, clockRead, testClockOf, timeShown, wrongMove } from './testClock.js'
import type { RequestInput } from './target.js'
import type { OpenTargetOptions, TargetSession } from './targetSession.js'
import { openTokens } from './tokens.js'
import { transport, type WireRequest } from './transport.js'
import { openWaits } from './waits.js'
import { withheld } from './withheld.js'

/** What two clocks may differ by, in milliseconds, and still be thought to go together. */
const leastAhead = 120_000
/** What a hold must tell of the target's time, in minutes, to be believed: more than a time of a wrong zone is off by. */
const surelyAhead = 27 * 60

/** Opens a session. Nothing is sent before a method of a target is called. */
export function openTarget(options: OpenTargetOptions): TargetSession {
  const { service, profile, clock } = options
  const { operations, requests } = service
  const { waits = openWaits() } = options
  const nonce = options.random.nonce()
  const { concurrency = profile.limits.concurrency } = options
  const limits = limiter({ ...profile.limits, concurrency }, clock)
  const redact = redactor(profile, requests)
  const books = ledger(service, options.earlier)
  const budget = openBudget(options, books)
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
  /** For whatever is not the target: it does not get to see the client's certificate. */
  const elsewhere = transport({
    concurrency: 1,
    timeoutSeconds: profile.limits.timeoutSeconds,
    tls: alsoTrusting(profile.tls),
  })
  const tokens = openTokens(profile, { clock, wire: elsewhere, learn: redact.learn })
  const { origin } = new URL(profile.target.url)
  const isTargets = (request: WireRequest): boolean => request.origin === origin
  const keys = new Map<string, number>()
  const askBefore = openAskBefore(requests, profile)
  let lastNumber = options.recorded ?? 0
  let clockMinutes = 0
  let clockMovedAt: number | null = null
  /** What the test clock showed last, on octospec's own clock. */
  let shown: { readonly time: number; readonly at: number } | null = null
  /** By how many milliseconds the target's time was ahead of ours when the session came to it: earlier runs may have moved its clock. */
  let ahead = 0
  /** The same in minutes, to the second, or as the first booking told; null: nothing did. */
  let told: number | null = null
  /** A move was seen to be as far as it was meant. */
  let isClockProven = false

  /** A test clock that does not show where it stands is known by the first hold. */
  const aheadNow = (): number =>
    profile.clock !== null && shown === null && Math.abs(told ?? 0) > surelyAhead ? (told ?? 0) * 60_000 : ahead

  const nextKey = (scenario: string): string => {
    const counter = (keys.get(scenario) ?? 0) + 1
    keys.set(scenario, counter)
    return idempotencyKey(nonce, scenario, counter)
  }

  const { restored, restoredId, idFor, runValues } = openOwnWords(service, profile, { redact, memory, nextKey })

  /** Sends a request once, when it is its turn, and records it. */
  const attempt = (call: Call, tries: number): Promise<Attempt> => {
    const signal = call.always ? undefined : options.signal
    const work = async (): Promise<Attempt> => {
      const fields = restored(call.fields)
      const caller = call.options.as ?? 'reseller'
      const token = await waits.during(tokens.of(caller))
      const input: BindInput = {
        profile,
        operation: call.operation,
        fields,
        options: call.options,
        headers: requests.headers(call.options),
        nonce,
        now: new Date(clock.now() + clockMinutes * 60_000 + aheadNow()),
        run: runValues(call, fields),
        ...(token !== null && { token }),
        ...(call.id === undefined ? {} : { id: idFor(call.purpose, call.id) }),
        ...(call.extras === undefined ? {} : { extras: call.extras }),
      }
      const bound = bindRequest(input)
      budget.spend(call)
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
      if (operations[call.purpose]?.creates === true) {
        const intent = redact.exchange(asked, bound.credentials)
        options.onIntent?.(intent)
        // What could not be written down is not sent.
        signal?.throwIfAborted()
        books.note(service.answer(intent, profile))
      }
      const result = await waits.during(
        (isTargets(bound.wire) ? wire : elsewhere).send(
          bound.wire,
          call.always ? undefined : (options.cuts ?? options.signal),
        ),
      )
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
      told ??= service.bookings.aheadBy(answer)
      memory.keep(requests.remembers?.(answer) ?? [])
      const status = 'response' in result ? result.response.status : null
      if (token !== null && answer.accepted) tokens.took(caller, token)
      return { answer, result, renews: token !== null && status === 401 && tokens.spoil(caller, token) }
    }
    return limits.run(work, signal, call.scenario)
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

  const sender = openSender(attempt, { ...options, limits, budget, books })
  const { send } = sender

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

  return {
    nonce,
    nextKey,
    redacted: redact.text,
    together: (scenario, count, act) => limits.together(scenario, count, act),
    get clockMinutes() {
      return clockMinutes
    },
    get ahead() {
      return told
    },
    get clockMovedAt() {
      return clockMovedAt
    },
    get slowedTo() {
      return sender.slowedTo
    },
    get crowded() {
      return sender.crowded
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
          const testClock = testClockOf(profile)
          const ask = (operation: Bindable, by: number, fields: Call['fields']): Promise<Answer> =>
            send({ ...plain, purpose: 'clock', operation, input: { minutes: by }, fields })
          const move = clockMove(testClock)
          const reads = clockRead(testClock)
          let before: number | null = null
          if (reads !== null) {
            const read = await ask(reads, 0, {})
            if (!read.accepted) return read
            before = timeShown(testClock, read)
          } else if (minutes !== 0 && typeof testClock.now === 'string' && !isClockProven) {
            // Whether it goes on by itself is not known: what it showed a quarter of the move ago tells minutes from seconds all the same.
            const lately = shown !== null && clock.now() - shown.at < minutes * 15_000 ? shown.time : null
            const known = testClock.at === undefined ? lately : null
            before = known ?? timeShown(testClock, await ask(move, 0, clockFields(0, null)))
          }
          const answer = await ask(move, minutes, clockFields(minutes, before))
          const after = timeShown(testClock, answer)
          if (after !== null) {
            shown = { time: after, at: clock.now() }
            const off = after - clock.now() - (clockMinutes + minutes) * 60_000
            ahead = Math.abs(off) < leastAhead ? 0 : off
            told = off / 60_000
          }
          if (!answer.accepted || minutes === 0) return answer
          if (before !== null && after !== null) {
            const wrong = wrongMove(minutes, (after - before) / 60_000, 'the time that it shows')
            if (wrong !== null) throw new ClockFault(wrong.reason, wrong.remedy, answer)
            isClockProven = true
          }
          clockMinutes += minutes
          clockMovedAt = clock.now()
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
    close: async () => void (await Promise.all([wire.close(), elsewhere.close()])),
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

/** Who gives tokens is another server: it is trusted as any. */
function alsoTrusting({ ca }: Tls): Tls {
  return ca === undefined ? {} : { ca: [ca, ...rootCertificates].join('\n') }
}
