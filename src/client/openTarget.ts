import type { Operation, Profile, Json } from '../profile/profile.js'
import type { Answer } from './answer.js'
import type { Bindable, SendOptions } from './bindRequest.js'
import { openBudget } from './budget.js'
import { idempotencyKey } from './marker.js'
import { ledger } from './ledger.js'
import { limiter } from './limiter.js'
import { givenFields, type Requests } from './service.js'
import { openMemory } from './memory.js'
import { openAttempt, openWires } from './openAttempt.js'
import { openSender } from './openSender.js'
import { openOwnWords } from './ownWords.js'
import { redactor } from './redact.js'
import { Stop } from './stop.js'
import type { RequestInput, Target } from './target.js'
import type { OpenTargetOptions, TargetSession } from './targetSession.js'
import { targetTime } from './targetTime.js'
import { runName } from './userAgent.js'
import { openTokens } from './tokens.js'

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
