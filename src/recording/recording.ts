import { recordedAs } from '../client/actor.js'
import { isCredentialHeader } from '../client/credentials.js'
import type { Caller, Exchange } from '../client/exchange.js'
import { idText } from '../client/idText.js'
import { bodyCredentials } from '../client/bodyCredentials.js'
import { readAddress } from '../client/readAddress.js'
import { redactor, type Redactor } from '../client/redact.js'
import type { SentRequest } from '../client/sentIn.js'
import type { Requests } from '../client/service.js'
import { withheld } from '../client/withheld.js'
import { readPointer } from '../contract/jsonPointer.js'
import type { EvidenceLine, EvidenceSink } from '../evidence/evidence.js'
import { findingsOf, Judging } from '../judge/judging.js'
import { makePlan, type PlanOptions } from '../judge/makePlan.js'
import { looksLikeCredential } from '../profile/looksLikeCredential.js'
import type { Json, Profile } from '../profile/profile.js'
import type { Finding } from '../suite/finding.js'
import type { Pack } from '../suite/pack.js'
import { judgesRecordings } from '../suite/judgesRecordings.js'
import { messagePattern } from '../suite/messagePattern.js'
import { clientBreaches, type ClientBreach, type ShownBooking } from './clientBreaches.js'
import { recogniseRequest } from './recogniseRequest.js'

/** An exchange between two others, as it was seen. */
export interface SeenExchange extends Pick<Exchange, 'response' | 'startedAt' | 'durationMs'> {
  /** From 1, in the order of the requests. */
  readonly n: number
  readonly request: SentRequest
  readonly failure?: Exchange['failure']
}

/** Something that was found of the server's, at once. */
export interface LiveFinding {
  readonly check: string
  readonly clause: string
  /** A convention that is not followed only warns. */
  readonly outcome: 'fail' | 'warn'
  readonly finding: Finding
}

/** What one exchange came to. */
export interface Taken {
  /** The operation; null: it is none of the service. */
  readonly purpose: string | null
  readonly server: readonly LiveFinding[]
  readonly client: readonly ClientBreach[]
}

/** What a {@link Recording} is judged by, and where its evidence goes. */
export interface RecordingOptions {
  readonly profile: Profile
  readonly pack: Pack
  readonly sink: EvidenceSink
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly choices?: Pick<PlanOptions, 'strict' | 'command'>
}

/** Bookings that are followed at once; the one that was longest ago is let go of. */
const mostBookings = 500
/** Exchanges of one booking, or of none, that are kept. */
const mostKept = 100
/** Idempotency keys that are remembered. */
const mostKeys = 50_000
/** Sets of credentials that are told apart at once, and characters of them: a long one takes a thousand times as much memory. */
const [mostCallers, mostCredentials] = [100, 100_000]
/** Breaches of the client's that the report names. */
const mostNamed = 20

interface Followed {
  readonly scenario: string
  exchanges: number
  shown: ShownBooking | null
}

/** Ids of the checks that need no more than what is there. */
export function recordableChecks({ checks }: Pick<Pack, 'checks'>): readonly string[] {
  return [...checks.values()].filter(judgesRecordings).map(({ id }) => id)
}

/**
 * Judges traffic that others made, exchange by exchange, as the evidence of a run: each booking is followed through its life. It keeps
 * what is under way alone. What it writes is evidence like any other, but it carries no seal: nobody may come back to bookings that a run
 * did not make.
 */
export class Recording {
  readonly judging: Judging
  readonly #options: RecordingOptions
  readonly #redactors = new Map<string, Redactor>()
  #credentials = 0
  readonly #bookings = new Map<string, Followed>()
  readonly #keys = new Set<string>()
  readonly #told = new Map<string, number>()
  readonly #breaches = new Map<string, { times: number; readonly first: string }>()
  readonly #other: Followed = { scenario: recordedAs('other'), exchanges: 0, shown: null }
  /** Credentials of the reseller, once they were seen. */
  #reseller: string | null = null
  #made = 0
  #clockMinutes = 0
  #strange = 0

  constructor(options: RecordingOptions) {
    this.#options = options
    const { profile, pack, sink, startedAt, choices } = options
    const only = recordableChecks(pack)
    const plan = {
      // What the traffic does not show is nobody's fault.
      ...makePlan(profile, pack, startedAt, { ...choices, only, allowUntested: ['*'] }),
      nonce: 'recorded',
    }
    sink.write({ type: 'plan', plan })
    this.judging = new Judging(plan, profile, pack)
  }

  /** How many requests were of no operation. */
  get strange(): number {
    return this.#strange
  }

  /** How many requests of the client's the documents rule out. */
  get clientBreaches(): number {
    return [...this.#breaches.values()].reduce((sum, { times }) => sum + times, 0)
  }

  take(seen: SeenExchange): Taken {
    const { profile, pack } = this.#options
    const recognised = recogniseRequest(seen.request, profile, pack)
    if (recognised === null) {
      this.#strange += 1
      return { purpose: null, server: [], client: [] }
    }
    const { purpose } = recognised
    const query = queryOf(seen.request.url, profile)
    const credentials = credentialsOf({ headers: seen.request.headers, query }, profile)
    const raw: Exchange = {
      n: seen.n,
      scenario: this.#other.scenario,
      ...recognised,
      as: this.#callerOf(credentials),
      request: { ...seen.request, headers: this.#named(seen.request.headers) },
      response: seen.response,
      ...(seen.failure && { failure: seen.failure }),
      startedAt: seen.startedAt,
      durationMs: seen.durationMs,
      clockMinutes: this.#clockMinutes,
    }
    const clean = this.#clean(raw, query)
    const followed = this.#followedOf(clean)
    const exchange: Exchange = { ...clean, scenario: followed.scenario }
    const client = clientBreaches(exchange, followed.shown, profile, pack)
    for (const breach of client) this.#note(breach, exchange.n)
    this.#record({ type: 'exchange', exchange })
    followed.exchanges += 1
    this.#see(followed, exchange)
    if (followed.exchanges >= mostKept) this.#close(followed)
    return { purpose, server: this.#newFindings(), client }
  }

  /** Ends it: what can only be judged of whole lives of bookings is judged now. */
  end(durationMs: number, notes: readonly string[] = []): readonly LiveFinding[] {
    for (const followed of [...this.#bookings.values(), this.#other]) this.#close(followed)
    this.#bookings.clear()
    this.#record({
      type: 'end',
      reason: 'complete',
      durationMs: Math.max(0, durationMs),
      requests: this.judging.exchanges,
      notes: [...notes, ...this.#clientNotes()],
    })
    return this.#newFindings()
  }

  #record(line: EvidenceLine): void {
    this.#options.sink.write(line)
    this.judging.take(line)
  }

  #close(followed: Followed): void {
    if (followed.exchanges === 0) return
    this.#record({ type: 'done', scenario: followed.scenario })
    followed.exchanges = 0
  }

  /** What was found since this was last asked, but for what rests on a guess of ours. */
  #newFindings(): readonly LiveFinding[] {
    const { checks, registry, confirmedKeys, profile, plan } = this.judging
    const found: LiveFinding[] = []
    for (const [id, { judged, failures }] of checks) {
      if (failures === (this.#told.get(id) ?? 0)) continue
      this.#told.set(id, failures)
      const [finding] = findingsOf(judged.at(-1)?.judgement ?? { outcome: 'pass' })
      const { clause = '' } = registry.checks.get(id) ?? {}
      if (finding === undefined || confirmedKeys.doubtful(finding.restsOn ?? [], profile).length > 0) continue
      const warns = registry.contract.clause(clause)?.level === 'convention' && !plan.strict
      found.push({ check: id, clause, outcome: warns ? 'warn' : 'fail', finding })
    }
    return found
  }

  /** The booking that an exchange is about: its scenario says how much of its life is known. */
  #followedOf(exchange: Exchange): Followed {
    const { pack, profile } = this.#options
    const { creates = false, key: keyField } = pack.operations[exchange.purpose] ?? {}
    const answer = pack.answer(exchange, profile)
    const made =
      creates && answer.accepted ? idText(this.#at(answer.json, pack.bookings.places(profile).id)) : undefined
    const id = exchange.bookingId ?? made
    if (id === undefined) return this.#other
    const key = keyField === undefined ? undefined : exchange.input[keyField]
    const repeated = typeof key === 'string' && this.#keys.has(`${exchange.as} ${key}`)
    if (this.#keys.size > mostKeys) this.#keys.clear()
    if (creates && typeof key === 'string') this.#keys.add(`${exchange.as} ${key}`)
    const name = `${exchange.as} ${id}`
    const known = this.#bookings.get(name)
    this.#bookings.delete(name)
    const followed = known ?? { scenario: this.#scenarioOf(exchange, creates && !repeated), exchanges: 0, shown: null }
    this.#bookings.set(name, followed)
    const [oldest] = this.#bookings
    if (this.#bookings.size > mostBookings && oldest !== undefined) {
      this.#close(oldest[1])
      this.#bookings.delete(oldest[0])
    }
    // What a key that was used before answers is no new booking.
    return creates && known !== undefined ? this.#other : followed
  }

  #scenarioOf({ request }: Exchange, isNew: boolean): string {
    this.#made += 1
    const wanted = Object.entries(this.#options.pack.requests.headers({}))
    const asked = wanted.every(([name, value]) => request.headers[name] === value)
    return recordedAs(isNew && asked ? 'booking' : 'earlier', this.#made)
  }

  #moveClock({ input }: Exchange): void {
    const { minutes, seconds, at } = input
    if (typeof minutes === 'number') this.#clockMinutes += minutes
    if (typeof seconds === 'number') this.#clockMinutes += seconds / 60
    // Nobody knows from where it was set: what was booked before is followed no further.
    if (at === undefined) return
    for (const followed of this.#bookings.values()) this.#close(followed)
    this.#bookings.clear()
  }

  #see(followed: Followed, exchange: Exchange): void {
    const { pack, profile } = this.#options
    const answer = pack.answer(exchange, profile)
    if (!answer.accepted) return
    if (exchange.purpose === 'clock') this.#moveClock(exchange)
    const traits = pack.operations[exchange.purpose]
    if (traits === undefined || followed === this.#other) return
    const places = pack.bookings.places(profile)
    const status = this.#at(answer.json, places.status)
    const mayEnd = this.#at(answer.json, places.mayEnd)
    followed.shown = {
      n: exchange.n,
      status: typeof status === 'string' ? status : null,
      mayEnd: typeof mayEnd === 'boolean' ? mayEnd : null,
    }
  }

  #at(json: Json | undefined, pointer: string | null): Json | undefined {
    return json === undefined || pointer === null ? undefined : readPointer<Json>(json, pointer)
  }

  /** Without the secrets of the profile, and without those that the client sent. */
  #clean(raw: Exchange, query: Readonly<Record<string, string>>): Exchange {
    const { profile, pack } = this.#options
    const names = Object.keys(raw.request.headers).filter((name) => isCredential(name, profile))
    try {
      const sent = Object.fromEntries(names.map((name) => [name, raw.request.headers[name] ?? '']))
      const redact = this.#redactorFor(sent, query, raw.purpose, jsonOf(raw.request.body))
      return redact.exchange(raw, new Set(names.map((name) => name.toLowerCase())))
    } catch {
      return withheld(raw, pack.operations[raw.purpose]?.key)
    }
  }

  #redactorFor(headers: SentRequest['headers'], query: SentRequest['headers'], purpose: string, body: Json): Redactor {
    const { profile, pack } = this.#options
    const key = JSON.stringify([headers, query, bodyCredentials(purpose, body, profile)])
    const known = this.#redactors.get(key)
    if (known !== undefined) return known
    const { target } = profile
    const all = { ...target, headers: { ...target.headers, ...headers }, query: { ...target.query, ...query } }
    const bodies: Pick<Requests, 'bodies'>['bodies'] = (name, of) => [
      ...pack.requests.bodies(name, of),
      ...(name === purpose ? [body] : []),
    ]
    const made = redactor({ ...profile, target: all }, { bodies })
    this.#credentials += key.length
    if (this.#redactors.size < mostCallers && this.#credentials <= mostCredentials) this.#redactors.set(key, made)
    return made
  }

  /** Who comes first is whose traffic it is, unless it is as the profile says. */
  #callerOf(credentials: string): Caller {
    const { profile } = this.#options
    const { target, otherReseller } = profile
    const own = credentialsOf(target, profile)
    if (credentials === '') return own === '' ? 'reseller' : 'nobody'
    const second = {
      headers: { ...target.headers, ...otherReseller?.headers },
      query: { ...target.query, ...otherReseller?.query },
    }
    if (credentials === own) this.#reseller = own
    else if (profile.otherReseller !== null && credentials === credentialsOf(second, profile)) return 'other'
    this.#reseller ??= credentials
    return credentials === this.#reseller ? 'reseller' : 'other'
  }

  /** Headers that the service itself knows, by the names that octospec has for them. */
  #named(headers: SentRequest['headers']): SentRequest['headers'] {
    const own = new Map(Object.keys(this.#options.pack.requests.headers({})).map((name) => [name.toLowerCase(), name]))
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [own.get(name.toLowerCase()) ?? name, value]),
    )
  }

  #note({ clause, message, place }: ClientBreach, n: number): void {
    const text = `${message}${place === null ? '' : ` at ${place}`} [${clause}]`
    const key = messagePattern(text)
    const before = this.#breaches.get(key)
    if (before !== undefined) before.times += 1
    else if (this.#breaches.size < 1000) this.#breaches.set(key, { times: 1, first: `${text} (exchange ${n})` })
  }

  #clientNotes(): readonly string[] {
    const named = [...this.#breaches.values()]
      .slice(0, mostNamed)
      .map(
        ({ times, first }) =>
          `the client asked for what the documents rule out: ${first}${times > 1 ? `, ${times} times` : ''}`,
      )
    const more = this.#breaches.size - named.length
    return [
      ...named,
      ...(more > 0 ? [`the client asked in ${more} more ways for what the documents rule out`] : []),
      ...(this.#strange > 0
        ? [
            this.#strange === 1
              ? '1 request was of no operation of the service, and was not judged'
              : `${this.#strange} requests were of no operation of the service, and were not judged`,
          ]
        : []),
    ]
  }
}

function isCredential(name: string, profile: Profile): boolean {
  return isCredentialHeader(name) || looksLikeCredential(name, profile.redact.headers)
}

/** null: it is no JSON. */
function jsonOf(body: string | undefined): Json {
  try {
    const json: Json = JSON.parse(body ?? 'null')
    return json
  } catch {
    return null
  }
}

/** Parameters of an address that are credentials. */
function queryOf(url: string, profile: Profile): Readonly<Record<string, string>> {
  return Object.fromEntries([...readAddress(url).searchParams].filter(([name]) => isCredential(name, profile)))
}

/** What tells callers apart: the credentials that they send, in headers, and in such parameters of the query as the profile has. */
function credentialsOf(
  { headers, query = {} }: { readonly headers: SentRequest['headers']; readonly query?: SentRequest['headers'] },
  profile: Profile,
): string {
  const own = { ...profile.target.query, ...profile.otherReseller?.query }
  const found = [...Object.entries(headers), ...Object.entries(query).filter(([name]) => Object.hasOwn(own, name))]
    .filter(([name]) => isCredential(name, profile))
    .map(([name, value]) => [name.toLowerCase(), value.trim()])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return found.length === 0 ? '' : JSON.stringify(found)
}
