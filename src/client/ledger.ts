import type { Json } from '../profile/profile.js'
import type { Answer } from './answer.js'
import { readBooking, type AnswerOutcome } from './answer.js'
import type { Caller, Exchange } from './exchange.js'
import { isCounted } from './isCounted.js'
import { carries } from './marker.js'
import { idText } from './idText.js'

/** A booking that the run made, or may have made. */
export interface LedgerEntry {
  /** null: it could not be learned, for no answer shows one; whether there is a booking may not be known. The key identifies it. */
  readonly id: string | null
  readonly scenario: string
  /** Number of the exchange that reserved it. */
  readonly exchange: number
  readonly as: Caller
  /** Idempotency key it was reserved with; null: none was sent. */
  readonly key: string | null
  /** As last seen; `unknown` where there was no answer, null where the bookings of the target show none. */
  readonly status: string | null
  /** `cancellable` as last seen; null where it was not shown. */
  readonly cancellable: boolean | null
  /** Number of the exchange that showed the status. */
  readonly lastExchange: number
  /** When its hold ends by the target's clock, in milliseconds since the epoch; null: nothing says so. */
  readonly holdEnd: number | null
  /** The last cancel that was sent for it by who made it; null: none was. */
  readonly cancel: { readonly exchange: number; readonly outcome: AnswerOutcome; readonly said: string } | null
  /** Of a booking without an id: what its reservation said, so that it can be asked again. */
  readonly asked: Exchange['input'] | null
  /** Of a reservation that was accepted without an id where the profile says: the member names that were there. */
  readonly unread: readonly string[] | null
}

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
export function ledger(earlier: readonly LedgerEntry[] = []): Ledger {
  const known = new Map<string, LedgerEntry>()
  const unknown = new Map<string, LedgerEntry>()
  const expected = new Set<string>()
  for (const entry of earlier) {
    if (entry.id === null) unknown.set(referenceOf(entry), entry)
    else known.set(nameOf(entry.id, entry.as), entry)
    if (entry.key !== null) expected.add(entry.key)
  }

  const see = (answer: Answer, booking: Json | undefined, reserved: boolean): void => {
    const id = idOf(answer, booking)
    if (id === null) return
    const name = nameOf(id, answer.exchange.as)
    const before = known.get(name) ?? claim(answer, booking, id, reserved)
    if (before === undefined && !reserved) return
    // Answers may arrive out of order; the later request knows better.
    if (before !== undefined && before.lastExchange > answer.n) return
    const status = readBooking(answer.profile, booking, 'status')
    const may = readBooking(answer.profile, booking, 'cancellable')
    const { status: last, holdEnd, ...rest } = before ?? firstSeen(answer)
    known.set(name, {
      ...rest,
      id,
      asked: null,
      status: typeof status === 'string' ? status : before === undefined ? null : last,
      cancellable: typeof may === 'boolean' ? may : null,
      lastExchange: answer.n,
      holdEnd: holdEndOf(answer, booking) ?? holdEnd,
    })
  }

  const isKnown = (key: string | null, as: Caller): boolean =>
    key !== null && [...known.values()].some((entry) => entry.key === key && entry.as === as)

  /** The reservation of which so far no id was known, and which made this booking: its id is our key, or it carries our marker. */
  const claim = (answer: Answer, booking: Json | undefined, id: string, reserved: boolean): LedgerEntry | undefined => {
    if (reserved) return undefined
    const texts = (['notes', 'reference'] as const).map((field) => readBooking(answer.profile, booking, field))
    const found = [...unknown].find(
      ([, { key, as, asked }]) =>
        as === answer.exchange.as && (key === id || texts.some((text) => isMarked(text, asked))),
    )
    if (found === undefined) return undefined
    unknown.delete(found[0])
    return { ...found[1], lastExchange: 0 }
  }

  const noteReserve = (answer: Answer): void => {
    const { n } = answer
    const entry = firstSeen(answer)
    const reference = referenceOf(entry)
    const waiting = unknown.get(reference)
    const mine = waiting === undefined || waiting.exchange === n
    // Whoever has the key already knows what it booked.
    const settled = isKnown(entry.key, entry.as)
    const performed = answer.accepted || answer.undocumented
    if (performed && idOf(answer, answer.json) !== null) unknown.delete(reference)
    else if (answer.outcome === 'none' && answer.status !== 429) {
      if (!settled && waiting === undefined) unknown.set(reference, entry)
    } else if (!performed) {
      // A refusal, or a 429: this request made nothing; an earlier one with the same key may have.
      if (mine) unknown.delete(reference)
    } else if (!settled) {
      const status = answer.read('status')
      unknown.set(reference, {
        ...entry,
        exchange: waiting?.exchange ?? n,
        status: typeof status === 'string' ? status : null,
        holdEnd: holdEndOf(answer, answer.json) ?? entry.holdEnd,
        unread: memberNames(answer.json),
      })
    }
  }

  const noteCancel = (answer: Answer): void => {
    const { bookingId, as } = answer.exchange
    const name = nameOf(bookingId ?? '', as)
    const entry = known.get(name)
    if (entry === undefined || entry.as !== as || (entry.cancel !== null && entry.cancel.exchange > answer.n)) return
    known.set(name, { ...entry, cancel: { exchange: answer.n, outcome: answer.outcome, said: answer.describe() } })
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
      const { purpose } = answer.exchange
      if (purpose === 'reserve') noteReserve(answer)
      if (purpose === 'cancel') noteCancel(answer)
      // A booking under a body that says it was refused may exist all the same: what has an id is noted.
      if (purpose === 'list') for (const item of answer.items) see(answer, item, false)
      else if (
        purpose === 'reserve' ? answer.status !== null && answer.status >= 200 && answer.status < 300 : answer.accepted
      )
        see(answer, answer.json, purpose === 'reserve')
    },
  }
}

/** What tells a reservation from others. A key is one of its account: two accounts that send the same make a booking each. */
function referenceOf({ key, as, exchange }: Pick<LedgerEntry, 'key' | 'as' | 'exchange'>): string {
  return `${as} ${key ?? `exchange ${exchange}`}`
}

/** The entry of a reservation of which no more is known than that it was sent. */
function firstSeen(answer: Answer): LedgerEntry {
  const { scenario, as, input, startedAt, clockMinutes } = answer.exchange
  const minutes = input['expirationMinutes']
  return {
    id: null,
    scenario,
    exchange: answer.n,
    as,
    key: keyOf(answer),
    status: 'unknown',
    cancellable: null,
    lastExchange: answer.n,
    holdEnd: typeof minutes === 'number' ? startedAt + (clockMinutes + minutes) * 60_000 : null,
    cancel: null,
    asked: input,
    unread: null,
  }
}

/** Whether a text of a booking is what its reservation wrote there to know it again. */
function isMarked(text: Json | undefined, asked: LedgerEntry['asked']): boolean {
  return (
    typeof text === 'string' &&
    [asked?.['notes'], asked?.['reference']].some((marker) => typeof marker === 'string' && carries(text, marker))
  )
}

function keyOf(answer: Answer): string | null {
  const key = answer.exchange.input['idempotencyKey']
  const sent = answer.profile.operations.reserve?.fields['idempotencyKey'] !== undefined
  return sent && typeof key === 'string' ? key : null
}

function idOf(answer: Answer, booking: Json | undefined): string | null {
  return idText(readBooking(answer.profile, booking, 'id')) ?? null
}

/** As the booking says it, or else as its minutes say from when they were given; other answers say nothing new. */
function holdEndOf(answer: Answer, booking: Json | undefined): number | null {
  const { purpose, startedAt, clockMinutes } = answer.exchange
  const said = readBooking(answer.profile, booking, 'holdEnd')
  const at = typeof said === 'string' ? Date.parse(said) : Number.NaN
  if (!Number.isNaN(at)) return at
  const minutes = readBooking(answer.profile, booking, 'expirationMinutes')
  if (purpose !== 'reserve' && purpose !== 'extend' && purpose !== 'update') return null
  return typeof minutes === 'number' ? startedAt + (clockMinutes + minutes) * 60_000 : null
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
