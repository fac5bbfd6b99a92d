import { readPointer } from '../contract/jsonPointer.js'
import type { Json } from '../profile/profile.js'
import type { Answer } from './answer.js'
import type { Caller } from './exchange.js'
import { isCounted } from './isCounted.js'
import { carries } from './marker.js'
import { idText } from './idText.js'
import type { BookingPlaces, OperationTraits, Service } from './service.js'
import type { LedgerEntry } from './ledgerEntry.js'

/** Every booking that a session made: what is cleaned up, and what the report names. */
export interface Ledger {
  /** In the order of reserving. */
  entries(): readonly LedgerEntry[]
  /** How many bookings there are or may be. */
  readonly size: number
  /** The first reservation that was accepted without an id that can be read. */
  readonly unread: LedgerEntry | undefined
  /** Whether the run made the booking that this caller knows by the id, or sent the id as the key of one. */
  isOwn(id: string, as: Caller): boolean
  /** Whether this caller has reserved, or may have, a booking with this key: to reserve with it again makes no other. */
  has(key: string, as: Caller): boolean
  /** A reservation is about to be sent with this key. */
  expect(key: string): void
  /** Takes note of what an answer shows, or of a reservation that is about to be sent: an exchange without an answer yet. */
  note(answer: Answer): void
}

/** Member names of an answer that are kept, and characters of each. */
const namesKept = 12
const longestName = 40

/** @param earlier the bookings of a former visit of the same run, so that they count as the run's own */
export function ledger(service: Service, earlier: readonly LedgerEntry[] = []): Ledger {
  const { bookings, operations } = service
  const traitsOf = ({ exchange }: Answer): OperationTraits => operations[exchange.purpose] ?? {}
  const known = new Map<string, LedgerEntry>()
  const unknown = new Map<string, LedgerEntry>()
  const expected = new Set<string>()
  /** By reservation: the numbers of its requests that have no answer. */
  const unanswered = new Map<string, Set<number>>()
  let places: BookingPlaces | undefined
  // Asked for each item of each list: one target has one profile.
  const placesIn = ({ profile }: Answer): BookingPlaces => (places ??= bookings.places(profile))
  for (const entry of earlier) {
    if (entry.id === null) unknown.set(referenceOf(entry), entry)
    else known.set(nameOf(entry.id, entry.as), entry)
    if (entry.key !== null) expected.add(entry.key)
  }

  const idOf = (answer: Answer, booking: Json | undefined): string | null =>
    idText(read(booking, placesIn(answer).id)) ?? null

  const keyOf = (answer: Answer): string | null => {
    const { key: field = '' } = traitsOf(answer)
    const { purpose, input } = answer.exchange
    const key = input[field]
    const sent = answer.profile.operations[purpose]?.fields[field] !== undefined
    return sent && typeof key === 'string' ? key : null
  }

  /** The entry of a reservation of which no more is known than that it was sent. */
  const firstSeen = (answer: Answer): LedgerEntry => {
    const { scenario, as, input } = answer.exchange
    return {
      id: null,
      scenario,
      exchange: answer.n,
      as,
      key: keyOf(answer),
      status: 'unknown',
      mayEnd: null,
      lastExchange: answer.n,
      endsAt: bookings.askedUntil(answer.exchange),
      ending: null,
      asked: input,
      unread: null,
    }
  }

  /** Whether a text of a booking is what its reservation wrote there to know it again. */
  const isMarked = (text: Json | undefined, asked: LedgerEntry['asked']): boolean =>
    typeof text === 'string' &&
    bookings.marks(asked ?? {}).some((marker) => typeof marker === 'string' && carries(text, marker))

  const see = (answer: Answer, booking: Json | undefined, reserved: boolean): void => {
    const id = idOf(answer, booking)
    if (id === null) return
    const name = nameOf(id, answer.exchange.as)
    const before = known.get(name) ?? claim(answer, booking, id, reserved)
    if (before === undefined && !reserved) return
    // Answers may arrive out of order; the later request knows better.
    if (before !== undefined && before.lastExchange > answer.n) return
    const own = placesIn(answer)
    const status = read(booking, own.status)
    const may = read(booking, own.mayEnd)
    const { status: last, endsAt, ...rest } = before ?? firstSeen(answer)
    known.set(name, {
      ...rest,
      id,
      asked: null,
      status: typeof status === 'string' ? status : before === undefined ? null : last,
      mayEnd: typeof may === 'boolean' ? may : null,
      lastExchange: answer.n,
      endsAt: bookings.shownUntil(answer, booking) ?? endsAt,
    })
  }

  const isKnown = (key: string | null, as: Caller): boolean =>
    key !== null && [...known.values()].some((entry) => entry.key === key && entry.as === as)

  /** The reservation of which so far no id was known, and which made this booking: its id is our key, or it carries our marker. */
  const claim = (answer: Answer, booking: Json | undefined, id: string, reserved: boolean): LedgerEntry | undefined => {
    if (reserved || unknown.size === 0) return undefined
    const texts = placesIn(answer).texts.map((place) => read(booking, place))
    const found = [...unknown].find(
      ([, { key, as, asked }]) =>
        as === answer.exchange.as && (key === id || texts.some((text) => isMarked(text, asked))),
    )
    if (found === undefined) return undefined
    unknown.delete(found[0])
    return { ...found[1], lastExchange: 0 }
  }

  const noteMade = (answer: Answer): void => {
    const { n } = answer
    const entry = firstSeen(answer)
    const reference = referenceOf(entry)
    const waiting = unknown.get(reference)
    const mine = waiting === undefined || waiting.exchange === n
    const open = unanswered.get(reference) ?? new Set()
    unanswered.set(reference, open.add(n))
    if (answer.outcome !== 'none' || answer.limited) open.delete(n)
    const [other] = open
    // Whoever has the key already knows what it booked.
    const settled = isKnown(entry.key, entry.as)
    const performed = answer.accepted || answer.undocumented
    if (performed && idOf(answer, answer.json) !== null) unknown.delete(reference)
    else if (answer.outcome === 'none' && !answer.limited) {
      if (!settled && waiting === undefined) unknown.set(reference, entry)
    } else if (!performed) {
      // A refusal, or a 429: this request made nothing; another one with the same key may have.
      if (mine && waiting !== undefined && other !== undefined) unknown.set(reference, { ...waiting, exchange: other })
      else if (mine) unknown.delete(reference)
    } else if (!settled) {
      const status = read(answer.json, placesIn(answer).status)
      unknown.set(reference, {
        ...entry,
        exchange: waiting?.exchange ?? n,
        status: typeof status === 'string' ? status : null,
        endsAt: bookings.shownUntil(answer, answer.json) ?? entry.endsAt,
        unread: memberNames(answer.json),
      })
    }
  }

  const noteEnding = (answer: Answer): void => {
    const { bookingId, as } = answer.exchange
    const name = nameOf(bookingId ?? '', as)
    const entry = known.get(name)
    if (entry === undefined || entry.as !== as || (entry.ending !== null && entry.ending.exchange > answer.n)) return
    known.set(name, { ...entry, ending: { exchange: answer.n, outcome: answer.outcome, said: answer.describe() } })
  }

  return {
    entries: () => [...known.values(), ...unknown.values()].sort((a, b) => a.exchange - b.exchange),
    get size() {
      return known.size + unknown.size
    },
    get unread() {
      return [...unknown.values()].find(({ unread }) => unread !== null)
    },
    isOwn: (id, as) => known.has(nameOf(id, as)) || expected.has(id),
    has: (key, as) => unknown.has(referenceOf({ key, as, exchange: 0 })) || isKnown(key, as),
    expect: (key) => expected.add(key),
    note(answer) {
      const { creates = false, ends, lists } = traitsOf(answer)
      if (creates) noteMade(answer)
      if (ends === true) noteEnding(answer)
      // A booking under a body that says it was refused may exist all the same: what has an id is noted.
      if (lists === true) for (const item of answer.items) see(answer, item, false)
      else if (creates ? answer.status !== null && answer.status >= 200 && answer.status < 300 : answer.accepted)
        see(answer, answer.json, creates)
    },
  }
}

/** What tells a reservation from others. A key is one of its account: two accounts that send the same make a booking each. */
function referenceOf({ key, as, exchange }: Pick<LedgerEntry, 'key' | 'as' | 'exchange'>): string {
  return `${as} ${key ?? `exchange ${exchange}`}`
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
