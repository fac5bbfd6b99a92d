import { type Defaults, type Pack, plainKey, type Written } from '../suite/pack.js'
import type { Finding } from '../suite/finding.js'
import type { Answer } from '../wire/answer.js'
import type { Profile } from '../profile/profile.js'
import type { Why } from '../suite/judgement.js'
import { saysNoSuchMethod, saysNoSuchPath, wayOf } from '../suite/answers.js'
import type { Exchange } from '../wire/exchange.js'

/** Knows which of our defaults the answers of a run have confirmed. Others cannot make a server fail. */
export class ConfirmedKeys {
  readonly #defaults: Defaults
  /** Each with what showed it: scenarios by their answers, checks by what they judged. */
  readonly #confirmedBy = new Map<string, Set<string>>()
  readonly #lacking = new Set<string>()
  /** By scenario that is not done: what it wrote at places that may not be the target's, and in which exchange. */
  readonly #written = new Map<string, (Written & { readonly n: number })[]>()

  constructor(defaults: Defaults) {
    this.#defaults = defaults
  }

  see(answer: Answer): void {
    if (!answer.accepted) return
    const { scenario } = answer.exchange
    this.add([...this.#defaults.sent(answer), ...this.#defaults.shown(answer)], scenario)
    for (const [key, isThere] of this.#defaults.carried(answer))
      if (isThere) this.add([carried(key)], scenario)
      else this.#lacking.add(key)
    const written = [
      ...(this.#written.get(scenario) ?? []),
      ...this.#defaults.written(answer).map((each) => ({ ...each, n: answer.n })),
    ]
    if (written.length > 0) this.#written.set(scenario, written)
    const isSeen = ({ key }: Written): boolean => this.#confirmedBy.get(key)?.has(scenario) === true
    if (written.every(isSeen)) return
    const shown = written.filter(({ isShownIn }) => isShownIn(answer))
    // If a text was written at two places, nobody knows which of them it came from.
    const isSure = ({ key, field }: Written): boolean => shown.every((each) => each.field !== field || each.key === key)
    this.add(
      shown.filter(isSure).map(({ key }) => key),
      scenario,
    )
  }

  /** The keys of the places where a field was written that is not as written. Two answers that differ rest on none. */
  behind({ field, before }: Finding, { n, exchange }: Answer): readonly string[] {
    if (before !== undefined) return []
    const written = this.#written.get(exchange.scenario) ?? []
    return [...new Set(written.flatMap((each) => (each.field === field && each.n <= n ? [each.key] : [])))]
  }

  forget(scenario: string): void {
    this.#written.delete(scenario)
  }

  add(keys: readonly string[], by: string): void {
    for (const key of keys) {
      const known = this.#confirmedBy.get(key)
      if (known === undefined) this.#confirmedBy.set(key, new Set([by]))
      else known.add(by)
    }
  }

  /** Scenarios and checks without which the keys would be in doubt, if there were only `own`. */
  confirming(keys: readonly string[], profile: Profile, own: readonly string[]): readonly string[] {
    const needed = keys.flatMap((key) => {
      const needs = this.#needs(key, profile)
      const known = needs === null ? undefined : this.#confirmedBy.get(needs)
      return known === undefined || own.some((each) => known.has(each)) ? [] : [...known].slice(0, 1)
    })
    return [...new Set(needed)]
  }

  /** The keys in doubt, among those that something rests on. */
  doubtful(keys: readonly string[], profile: Profile): readonly string[] {
    const open = keys.filter((key) => {
      const needs = this.#needs(key, profile)
      return needs !== null && !this.#confirmedBy.has(needs)
    })
    return [...new Set(open.map(plainKey))]
  }

  /** The key that must have been seen for something to rest on this one; null: none. */
  #needs(key: string, profile: Profile): string | null {
    if (this.#defaults.isOurs(key) && !profile.declared.has(plainKey(key))) return key
    return this.#lacking.has(key) ? carried(key) : null
  }
}

/** A key of a place, as that at which an answer had something, be it null. */
function carried(key: string): string {
  return `${key}#carried`
}

/** The caller must be known first, and may ask too much: neither says whether the thing asked for exists. */
const aboutWho: ReadonlySet<number> = new Set([401, 403, 429])

/** An answer that may say of an operation that it is not offered. */
interface Told {
  readonly n: number
  readonly status: number
  readonly isSaid: boolean
  /** As it was answered, to tell it from a path that there is not; null: its status says it all. */
  readonly likeStray: { readonly method: string; readonly way: string } | null
  /** If it turns out not to be answered as such a path, it is a refusal by the operation. */
  readonly isAboutIt: boolean
}

/** Knows the optional operations that the target answered with 405, 501 or as a path that cannot exist. */
export class NotOffered {
  /** By operation, what was said of it; null: it is offered. */
  readonly #told: Map<string, Told[] | null>
  /** Answers to paths that the target cannot have, as far as any were asked for. */
  readonly #strays: { readonly method: string; readonly status: number; readonly way: string }[] = []

  constructor({ contract }: Pick<Pack, 'contract'>) {
    const optional = contract.lifecycle.triggers.filter((each) => each.optional === true)
    this.#told = new Map(optional.map(({ id }) => [id, []]))
  }

  /** @param isOwn it was asked about a booking of the run, by who made that */
  see(answer: Answer, isOwn: boolean): void {
    const { exchange, status, n } = answer
    const { purpose, request } = exchange
    if (status === null) return
    // Most answers are told from nothing, and their words are many.
    const way = (): NonNullable<Told['likeStray']> => ({ method: request.method, way: wayOf(answer) })
    if (purpose === 'stray' && answer.refused) this.#strays.push({ ...way(), status })
    const told = this.#told.get(purpose)
    if (!told) return
    const isAbout = isAboutIt(answer, status)
    if (saysNoSuchMethod(answer)) told.push({ n, status, isSaid: true, likeStray: null, isAboutIt: false })
    else if (isOwn && (status === 404 || status === 403))
      told.push({ n, status, isSaid: saysNoSuchPath(answer), likeStray: way(), isAboutIt: isAbout })
    else if (answer.accepted || (isOwn && isAbout)) this.#told.set(purpose, null)
  }

  /** The answers by which an operation is not offered; none if it refused any. Stray paths may be asked for late. */
  #saying(operation: string): readonly Told[] {
    const told = this.#told.get(operation) ?? []
    const nowhere = told.filter((each) => this.#isNowhere(each))
    return told.every((each) => !each.isAboutIt || nowhere.includes(each)) ? nowhere : []
  }

  #isNowhere({ status, isSaid, likeStray }: Told): boolean {
    if (likeStray === null) return true
    // The caller may have been checked first there, and not here.
    const strays = this.#strays.filter(
      (stray) => stray.method === likeStray.method && (stray.status === status || !aboutWho.has(stray.status)),
    )
    return (isSaid || strays.length > 0) && strays.every(({ way }) => way === likeStray.way)
  }

  isSaidIn(exchange: number | null): boolean {
    return (
      exchange !== null && [...this.#told.keys()].some((each) => this.#saying(each).some(({ n }) => n === exchange))
    )
  }

  /** Why nothing is known of checks that needed these operations, or asked for them in these exchanges; null: other. */
  reason(operations: readonly string[], exchanges: readonly (number | null)[]): Why | null {
    for (const operation of this.#told.keys()) {
      const saying = this.#saying(operation)
      const [first] = saying
      if (first === undefined) continue
      if (operations.includes(operation) || exchanges.some((exchange) => saying.some(({ n }) => n === exchange)))
        return {
          reason: `the target answers every ${operation} with HTTP ${first.status}, as one that does not offer it, and ${operation} is optional`,
          remedy: `write operations.${operation}: null in the profile; if the target offers it, mend operations.${operation}.request`,
          obstacle: { kind: 'lacking', key: `operations.${operation}` },
        }
    }
    return null
  }
}

/** Whether a refusal shows that the operation exists: it is not about who asks, nor about an unreadable body. */
function isAboutIt({ refused, exchange }: Answer, status: number): boolean {
  return refused && !aboutWho.has(status) && isObject(exchange.request.body)
}

function isObject(body = '{}'): boolean {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Knows the writes that may or may not have been performed. Reads after one may show its effect or not. */
export class UncertainWrites {
  readonly #pack: Pick<Pack, 'operations' | 'acts'>
  readonly #writes: Exchange[] = []
  readonly #answered = new Map<number, Exchange>()

  constructor(pack: Pick<Pack, 'operations' | 'acts'>) {
    this.#pack = pack
  }

  /** Takes note of an answer. Under 2xx the target says itself that it did something, and 429 that it did not. */
  see(answer: Answer): void {
    const { exchange, outcome, undocumented, limited } = answer
    if (answer.accepted) this.#answer(exchange)
    if (outcome === 'none' && !undocumented && !limited && this.#pack.operations[exchange.purpose]?.reads !== true)
      this.#writes.push(exchange)
  }

  /** A reservation that is accepted tells which booking its key made, though not whether it made no other. */
  #answer(exchange: Exchange): void {
    const { creates = false, key = '' } = this.#pack.operations[exchange.purpose] ?? {}
    if (!creates || typeof exchange.input[key] !== 'string') return
    const isSame = ({ n, purpose, as, input }: Exchange): boolean =>
      n < exchange.n && purpose === exchange.purpose && as === exchange.as && input[key] === exchange.input[key]
    for (const { n } of this.#writes.filter(isSame)) this.#answered.set(n, exchange)
  }

  /** The first write that may have caused what `shown` shows; null: what the scenario as a whole shows. */
  behind(scenario: string, shown: Exchange | null, profile: Profile): Exchange | undefined {
    return this.#writes.find((write) => {
      if (write.purpose === 'clock') return true
      if (shown === null) return write.scenario === scenario
      if (write.n === shown.n) return true
      if (isAfter(write, shown)) return false
      const answered = this.#answered.get(write.n)
      if (shown.n === answered?.n) return false
      const isContended = this.#pack.operations[shown.purpose]?.contends === true
      if (this.#pack.acts.inTurn(profile) && isContended) return true
      // An act of one caller on the bookings of another must never have an effect.
      if (write.as !== shown.as) return false
      if (write.bookingId !== undefined && shown.bookingId !== undefined) return write.bookingId === shown.bookingId
      // At worst there is a second booking, which takes room and stands in lists; no other booking is changed by it.
      if (answered !== undefined && shown.bookingId !== undefined && !isContended) return false
      return write.scenario === shown.scenario
    })
  }
}

/** Whether a write was sent only after the other answer had come. */
function isAfter(write: Exchange, shown: Exchange): boolean {
  return write.n > shown.n && write.startedAt > shown.startedAt + shown.durationMs
}
