import { isJsonObject, readPointer, type JsonObject } from '../contract/json.js'
import type { Json, Profile } from '../profile/profile.js'
import type { Exchange } from './exchange.js'
import { isGateway, mayBeOfGateway, isLimited, saysLimited } from './again.js'
import { serverWords } from './serverWords.js'
import { Stop } from './stop.js'
import { words } from '../words.js'

/**
 * The outcome of a request, by its answer. `accepted`: 2xx with the documented answer. `refused`: 3xx, 4xx, a 5xx in
 * JSON, or what the profile's `refusal` recognises. `none`: it is not told whether the request was performed. That is a
 * 429 or its like, an answer that may be a gateway's, 2xx without the documented answer, or no complete answer.
 */
export type AnswerOutcome = 'accepted' | 'refused' | 'none'

/** The place of a field that a service names. */
export interface FieldPlace {
  /** Inside what the answer is; null: this target's answers do not carry it. */
  readonly pointer: string | null
  /** The key of the profile that says so; null: the documents do. */
  readonly key: string | null
}

/**
 * A recorded exchange, read through the profile. It is a pure view of the two, so judging it again from the evidence
 * gives the same. Each service has its own, which knows its documented answers.
 */
export abstract class Answer<Field extends string = string> {
  readonly exchange: Exchange
  readonly profile: Profile

  /** The read that shows what was done by a success that says nothing of it; null: the answer speaks for itself. */
  readonly shownBy: Answer<Field> | null

  constructor(exchange: Exchange, profile: Profile, shownBy: Answer<Field> | null = null) {
    this.exchange = exchange
    this.profile = profile
    this.shownBy = shownBy
  }

  /**
   * This answer as accepted, with what a read shows. A service whose writes may say nothing overrides it.
   * @param _read shows that what was asked for was done
   */
  shownIn(_read: Answer<Field>): Answer<Field> {
    return this
  }

  /** Whether a success is what the documents say that its operation answers. */
  protected abstract isDocumented(): boolean

  /** Of a success with a body that is not: what is lacking, in words, and the first place that led nowhere. */
  protected abstract lack(): { readonly words: string; readonly place: string }

  /** Where the answer has a field. */
  abstract place(field: Field): FieldPlace

  /** Where `items` was read. */
  abstract readonly itemsPointer: string

  /** The items of an answer that is a list. */
  get items(): readonly Json[] {
    const found = this.at(this.itemsPointer)
    return Array.isArray(found) ? found : []
  }

  /** Number of the exchange. */
  get n(): number {
    return this.exchange.n
  }

  get status(): number | null {
    return this.exchange.response?.status ?? null
  }

  get json(): Json | undefined {
    return (this.shownBy ?? this).exchange.response?.json
  }

  get outcome(): AnswerOutcome {
    this.#outcome ??= this.#findOutcome()
    return this.#outcome
  }

  #outcome: AnswerOutcome | null = null

  #findOutcome(): AnswerOutcome {
    const { response } = this.exchange
    if (this.shownBy !== null) return 'accepted'
    if (response === null || this.limited) return 'none'
    if (this.#matchesRefusal(response)) return 'refused'
    if (mayBeOfGateway(response)) return 'none'
    if (!isSuccess(response.status)) return 'refused'
    return this.isDocumented() ? 'accepted' : 'none'
  }

  get accepted(): boolean {
    return this.outcome === 'accepted'
  }

  get refused(): boolean {
    return this.outcome === 'refused'
  }

  /** It was not performed and may be sent again: too much was asked too fast (`isLimited`), or its token had ended. */
  get limited(): boolean {
    const { failure, response } = this.exchange
    // What headers alone say is a limit where it was sent again for it, and else a refusal.
    const says = failure?.kind === 'rate-limited' ? isLimited : saysLimited
    this.#limited ??= failure?.kind === 'token-ended' || says(response)
    return this.#limited
  }

  #limited: boolean | null = null

  /** It was not accepted, and is no JSON that says so: what stands before a target answers like that as well. */
  get mayBeOfNetwork(): boolean {
    const type = this.exchange.response?.headers['content-type'] ?? ''
    return !this.accepted && !(typeof this.json === 'object' && this.json !== null && /json/i.test(type))
  }

  /** A server error in no JSON: the target broke down, or what stands before it answered in its place. */
  get isErrorPage(): boolean {
    const { response } = this.exchange
    return this.outcome === 'none' && response !== null && !isGateway(response.status) && mayBeOfGateway(response)
  }

  /** It leads elsewhere, where octospec does not follow: nothing was done by it, and nothing refused. */
  get redirected(): boolean {
    const { response } = this.exchange
    return response !== null && response.status >= 300 && response.status <= 399 && !this.#matchesRefusal(response)
  }

  /** A 2xx that is not the documented answer: it breaks what the operation returns, and tells nothing else. */
  get undocumented(): boolean {
    return this.status !== null && isSuccess(this.status) && this.outcome === 'none'
  }

  /** The place of what an undocumented success lacks in its body; undefined: something else is wrong, or nothing. */
  get lackedPlace(): string | undefined {
    return this.undocumented && this.json !== undefined ? this.lack().place : undefined
  }

  /** A pointer into `json`, as one into the body of the response. */
  inBody(pointer: string): string {
    return pointer
  }

  at(pointer: string): Json | undefined {
    return this.json === undefined ? undefined : readPointer<Json>(this.json, pointer)
  }

  /** A field of what the answer is. */
  read(field: Field): Json | undefined {
    const { pointer } = this.place(field)
    return pointer === null ? undefined : this.at(pointer)
  }

  /**
   * This answer, when it was accepted.
   * @throws Stop when it was not.
   */
  need(): this {
    if (this.accepted) return this
    throw new Stop(
      words.why.refused(this.exchange.purpose, this.describe()),
      words.why.makeAccepted(this.exchange.purpose),
      this.n,
    )
  }

  /**
   * The answer in a few words: its status and the server's own words; of an undocumented success, what is missing.
   * Target text in it is bounded and not escaped: the reports do that.
   */
  describe(): string {
    const { response, failure } = this.exchange
    if (response === null) {
      if (failure?.kind === 'too-large') return `an answer that octospec does not read (too-large: ${failure.message})`
      return failure === undefined ? 'no answer' : `no answer (${failure.kind})`
    }
    if (this.shownBy !== null)
      return `HTTP ${response.status} without the documented answer: ${this.#found()}; request ${this.shownBy.n} shows what it did`
    if (this.undocumented) {
      const lack = this.json === undefined ? '' : `${this.lack().words}; `
      return `HTTP ${response.status} without the documented answer: ${lack}${this.#found()}`
    }
    const declared = this.profile.refusal.body === null ? undefined : this.at(this.profile.refusal.body)
    const words = this.accepted ? '' : serverWords(response)
    const code =
      typeof declared === 'string' && !words.startsWith(declared.slice(0, 80)) ? ` ${declared.slice(0, 80)}` : ''
    return `HTTP ${response.status}${code}${words === '' ? '' : ` ${words}`}`
  }

  /** The parts of a success that lacks something. */
  #found(): string {
    const { json } = this.exchange.response ?? {}
    if (json === undefined) return this.exchange.response?.text === undefined ? 'it has no body' : 'its body is no JSON'
    return Array.isArray(json)
      ? `the body is a list of ${json.length}`
      : isJsonObject(json)
        ? `the body has ${memberNames(json)}`
        : `the body is ${json === null ? 'null' : `a ${typeof json}`}`
  }

  #matchesRefusal(response: NonNullable<Exchange['response']>): boolean {
    const { status, json } = response
    const { statuses, body, success } = this.profile.refusal
    const declared = statuses.map((wanted) => wanted.toLowerCase())
    if (declared.includes(String(status))) return true
    // A class does not mean those that are of a gateway.
    if (mayBeOfGateway(response)) return false
    if (declared.includes(`${Math.floor(status / 100)}xx`)) return true
    // Gateways have error bodies of their own.
    if (!isSuccess(status)) return false
    if (success !== undefined && json !== undefined && readPointer<Json>(json, success) === false) return true
    const error = body === null || json === undefined ? undefined : readPointer<Json>(json, body)
    return error !== undefined && error !== null && error !== false && error !== ''
  }
}

/** Names of members that are shown; of a booking, that is most of them. */
const mostNames = 12

function memberNames(json: JsonObject): string {
  const names = Object.keys(json)
  if (names.length === 0) return 'no members'
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return `the members ${names
    .slice(0, mostNames)
    .map((name) => name.slice(0, 40))
    .join(', ')}${more}`
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299
}

/**
 * The advice on an answer that does not tell whether its request was performed. A gateway's status without a page may
 * be the target's own refusal, and so may a page with another status: the profile alone can say.
 */
export function comeAgain({ exchange: { response }, limited, profile }: Answer): string {
  const again = 'run again when the target answers, and in time'
  if (response === null || limited || !mayBeOfGateway(response)) return again
  if (isGateway(response.status) && response.text !== undefined) return again
  const statuses = [...profile.refusal.statuses, String(response.status)].map((status) => `'${status}'`)
  return `${again}; if the target itself refuses so, and no gateway before it, give refusal.statuses: [${statuses.join(', ')}] in the profile`
}
