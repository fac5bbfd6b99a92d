import type { Json, Operation, Profile } from '../profile/profile.js'
import type { Answer } from './answer.js'
import { attempt, openSession, type Session } from './attempt.js'
import { runName } from './bind.js'
import { Sender } from './sender.js'
import { givenFields, type Requests, type SendOptions } from './service.js'
import { Stop } from './stop.js'
import type { Call, OpenTargetOptions, RequestInput, Target, TargetSession } from './target.js'

/** Opens a session. Nothing is sent before a method of a target is called. */
export function openTarget(options: OpenTargetOptions): TargetSession {
  const session = openSession(options)
  const { nonce, nextKey, redact, limits, time, books, wires } = session
  const sender = new Sender(
    (call, tries) =>
      limits.run(() => attempt(session, call, tries), call.always ? undefined : options.signal, call.scenario),
    session,
  )
  const sendOperation = openOperations(session, (call) => sender.send(call))
  return {
    nonce,
    nextKey,
    redacted: (text) => redact.text(text),
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
      return session.count
    },
    get bookings() {
      return books.entries()
    },
    for: (scenario, { always = false } = {}) =>
      targetFor({ scenario, always }, { session, sendOperation, send: (call) => sender.send(call) }),
    close: wires.close,
  }
}

interface Sending {
  readonly session: Session
  readonly sendOperation: SendOperation
  readonly send: (call: Call) => Promise<Answer>
}

function targetFor(who: Pick<Call, 'scenario' | 'always'>, { session, sendOperation, send }: Sending): Target {
  const { profile, nonce, service, time } = session
  const plain = { ...who, options: {}, input: {}, fields: {} }
  return {
    send: async (name, input, given = {}) => sendOperation(who, name, input, given),
    advanceClock: async (minutes) =>
      time.advance(minutes, (operation, by, fields) =>
        send({ ...plain, purpose: 'clock', operation, input: { minutes: by }, fields }),
      ),
    helper: async (name, { id } = {}) =>
      send({
        ...plain,
        purpose: name,
        operation: service.requests.helper(name, profile),
        ...(id !== undefined && { id }),
      }),
    async stray(like) {
      const path = `/octospec-no-such-path-${runName(nonce)}`
      return send({ ...plain, purpose: 'stray', operation: { ...offered(profile, like), path, fields: {} } })
    },
  }
}

type SendOperation = (
  who: Pick<Call, 'scenario' | 'always'>,
  name: string,
  input: RequestInput,
  given: SendOptions,
) => Promise<Answer>

/** Sends operations by their names and logical fields. */
function openOperations(session: Session, send: Sending['send']): SendOperation {
  const { service, profile, books, nextKey, commits } = session
  const { operations, requests } = service
  const askBefore = openAskBefore(requests, profile)
  const sendOperation: SendOperation = async (who, name, { id, fields = {} }, given) => {
    const operation = offered(profile, name)
    const traits = operations[name] ?? {}
    if (commits === false && traits.commits === true)
      throw new Stop(
        `the target is live, so no ${name} is sent`,
        'run it against a sandbox, or with --allow-live-bookings',
        null,
        '--allow-live-bookings',
      )
    const all = requests.complete(name, fields, given, profile, () => nextKey(who.scenario))
    const input = givenFields(name, requests.fields[name] ?? [], operation, all)
    const key = input[traits.key ?? '']
    const asking = askBefore({ name, key, given }, (before, options) => sendOperation(who, before, {}, options))
    const before = asking === null ? null : await asking
    if (traits.creates === true && typeof key === 'string') books.expect(key)
    return send({
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
  return sendOperation
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
