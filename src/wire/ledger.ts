import type { Answer } from './answer.js'
import { isCounted, idText, type Caller } from './exchange.js'
import { readPointer } from '../contract/json.js'
import type { Json } from '../profile/profile.js'
import { carries } from './marker.js'
import type { BookingPlaces, OperationTraits, Service, LedgerEntry } from './service.js'

/** Member names of an answer that are kept, and characters of each. */
const [namesKept, longestName] = [12, 40]

/** Every booking that a session made: what is cleaned up, and what the report names. */
export class Ledger {
  readonly #service: Service
  /** By the names of bookings; and by reservation, as long as no id is known. */
  readonly #known = new Map<string, LedgerEntry>()
  readonly #unknown = new Map<string, LedgerEntry>()
  readonly #expected = new Set<string>()
  readonly #unanswered = new Map<string, Set<number>>()
  #places: BookingPlaces | undefined

  /** @param earlier the bookings of a former visit of the same run, so that they count as the run's own */
  constructor(service: Service, earlier: readonly LedgerEntry[] = []) {
    this.#service = service
    for (const entry of earlier) {
      if (entry.id === null) this.#unknown.set(referenceOf(entry), entry)
      else this.#known.set(nameOf(entry.id, entry.as), entry)
      if (entry.key !== null) this.#expected.add(entry.key)
    }
  }

  entries(): readonly LedgerEntry[] {
    return [...this.#known.values(), ...this.#unknown.values()].sort((a, b) => a.exchange - b.exchange)
  }

  get size(): number {
    return this.#known.size + this.#unknown.size
  }

  get unread(): LedgerEntry | undefined {
    return [...this.#unknown.values()].find(({ unread }) => unread !== null)
  }

  isOwn(id: string, as: Caller): boolean {
    return this.#known.has(nameOf(id, as)) || this.#expected.has(id)
  }

  /** Whether this caller has, or may have, reserved with this key: to reserve with it again makes no other booking. */
  has(key: string, as: Caller): boolean {
    return this.#unknown.has(referenceOf({ key, as, exchange: 0 })) || this.#isKnown(key, as)
  }

  expect(key: string): void {
    this.#expected.add(key)
  }

  /** Notes what an answer shows, or a reservation about to be sent: an exchange without an answer yet. */
  note(answer: Answer): void {
    const { creates = false, ends, lists } = this.#traitsOf(answer)
    if (creates) this.#noteMade(answer)
    if (ends === true) this.#noteEnding(answer)
    // A booking under a body that says it was refused may exist all the same: what has an id is noted.
    if (lists === true) for (const item of answer.items) this.#see(answer, item, false)
    else if (creates ? answer.status !== null && answer.status >= 200 && answer.status < 300 : answer.accepted)
      this.#see(answer, answer.json, creates)
  }

  #traitsOf({ exchange }: Answer): OperationTraits {
    return this.#service.operations[exchange.purpose] ?? {}
  }

  /** Asked for each item of each list: one target has one profile. */
  #placesIn({ profile }: Answer): BookingPlaces {
    return (this.#places ??= this.#service.bookings.places(profile))
  }

  #idOf(answer: Answer, booking: Json | undefined): string | null {
    return idText(read(booking, this.#placesIn(answer).id)) ?? null
  }

  #keyOf(answer: Answer): string | null {
    const { key: field = '' } = this.#traitsOf(answer)
    const { purpose, input } = answer.exchange
    const key = input[field]
    const sent = answer.profile.operations[purpose]?.fields[field] !== undefined
    return sent && typeof key === 'string' ? key : null
  }

  #isKnown(key: string | null, as: Caller): boolean {
    return key !== null && [...this.#known.values()].some((entry) => entry.key === key && entry.as === as)
  }

  /** The entry of a reservation of which no more is known than that it was sent. */
  #firstSeen(answer: Answer): LedgerEntry {
    const { scenario, as, input } = answer.exchange
    return {
      id: null,
      scenario,
      exchange: answer.n,
      as,
      key: this.#keyOf(answer),
      status: 'unknown',
      mayEnd: null,
      lastExchange: answer.n,
      endsAt: this.#service.bookings.askedUntil(answer.exchange),
      ending: null,
      asked: input,
      unread: null,
    }
  }

  /** @param made it is the answer to its own reservation */
  #see(answer: Answer, booking: Json | undefined, made: boolean): void {
    const id = this.#idOf(answer, booking)
    if (id === null) return
    const name = nameOf(id, answer.exchange.as)
    const before = this.#known.get(name) ?? (made ? undefined : this.#claim(answer, booking, id))
    if (before === undefined && !made) return
    // Answers may arrive out of order; the later request knows better.
    if (before !== undefined && before.lastExchange > answer.n) return
    const own = this.#placesIn(answer)
    const status = read(booking, own.status)
    const may = read(booking, own.mayEnd)
    const { status: last, endsAt, ...rest } = before ?? this.#firstSeen(answer)
    this.#known.set(name, {
      ...rest,
      id,
      asked: null,
      status: typeof status === 'string' ? status : before === undefined ? null : last,
      mayEnd: typeof may === 'boolean' ? may : null,
      lastExchange: answer.n,
      endsAt: this.#service.bookings.shownUntil(answer, booking) ?? endsAt,
    })
  }

  /** The reservation without a known id that made this booking: the id is our key, or it carries our marker. */
  #claim(answer: Answer, booking: Json | undefined, id: string): LedgerEntry | undefined {
    if (this.#unknown.size === 0) return undefined
    const texts = this.#placesIn(answer).texts.map((place) => read(booking, place))
    const found = [...this.#unknown].find(
      ([, { key, as, asked }]) =>
        as === answer.exchange.as && (key === id || texts.some((text) => this.#isMarked(text, asked))),
    )
    if (found === undefined) return undefined
    this.#unknown.delete(found[0])
    return { ...found[1], lastExchange: 0 }
  }

  #isMarked(text: Json | undefined, asked: LedgerEntry['asked']): boolean {
    if (typeof text !== 'string') return false
    const markers = this.#service.bookings.marks(asked ?? {})
    return markers.some((marker) => typeof marker === 'string' && carries(text, marker))
  }

  #noteMade(answer: Answer): void {
    const { n } = answer
    const entry = this.#firstSeen(answer)
    const reference = referenceOf(entry)
    const waiting = this.#unknown.get(reference)
    const other = this.#openBeside(answer, reference)
    // Whoever has the key already knows what it booked.
    const settled = this.#isKnown(entry.key, entry.as)
    const performed = answer.accepted || answer.undocumented
    if (performed && this.#idOf(answer, answer.json) !== null) this.#unknown.delete(reference)
    else if (answer.outcome === 'none' && !answer.limited) {
      if (!settled && waiting === undefined) this.#unknown.set(reference, entry)
    } else if (!performed) {
      // A refusal, or a 429: this request made nothing; another one with the same key may have.
      if (waiting !== undefined && waiting.exchange !== n) return
      if (waiting !== undefined && other !== undefined) this.#unknown.set(reference, { ...waiting, exchange: other })
      else this.#unknown.delete(reference)
    } else if (!settled)
      this.#unknown.set(reference, this.#unread(answer, { ...entry, exchange: waiting?.exchange ?? n }))
  }

  #unread(answer: Answer, entry: LedgerEntry): LedgerEntry {
    const status = read(answer.json, this.#placesIn(answer).status)
    return {
      ...entry,
      status: typeof status === 'string' ? status : null,
      endsAt: this.#service.bookings.shownUntil(answer, answer.json) ?? entry.endsAt,
      unread: memberNames(answer.json),
    }
  }

  /** Keeps count of the requests of a reservation that have no answer. @returns one of them */
  #openBeside(answer: Answer, reference: string): number | undefined {
    const open = this.#unanswered.get(reference) ?? new Set()
    this.#unanswered.set(reference, open.add(answer.n))
    if (answer.outcome !== 'none' || answer.limited) open.delete(answer.n)
    const [first] = open
    return first
  }

  #noteEnding(answer: Answer): void {
    const { bookingId, as } = answer.exchange
    const name = nameOf(bookingId ?? '', as)
    const entry = this.#known.get(name)
    if (entry === undefined || entry.as !== as || (entry.ending !== null && entry.ending.exchange > answer.n)) return
    this.#known.set(name, {
      ...entry,
      ending: { exchange: answer.n, outcome: answer.outcome, said: answer.describe() },
    })
  }
}

/** It tells a reservation from others. A key is its account's: two accounts that send the same make two bookings. */
function referenceOf({ key, as, exchange }: Pick<LedgerEntry, 'key' | 'as' | 'exchange'>): string {
  return `${as} ${key ?? `request ${exchange}`}`
}

function read(booking: Json | undefined, place: string | null): Json | undefined {
  return booking === undefined || place === null ? undefined : readPointer<Json>(booking, place)
}

function memberNames(json: Json | undefined): readonly string[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return []
  return Object.keys(json)
    .slice(0, namesKept)
    .map((name) => name.slice(0, longestName))
}

/** A counted id is another booking in another account. */
function nameOf(id: string, as: Caller): string {
  return isCounted(id) && as === 'other' ? `other ${id}` : id
}
