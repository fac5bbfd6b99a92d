import type { Json } from '../profile/profile.js'
import type { Answer } from './answer.js'
import { readBooking } from './answer.js'
import type { Caller } from './exchange.js'
import { isCounted } from './isCounted.js'

/** A booking that the run made, or may have made. */
export interface LedgerEntry {
  /** null: no answer came to the reservation, or none that shows a booking, so whether there is a booking is not known; the key identifies it. */
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
}

/** Every booking that a session made: what is cleaned up, and what the report names. */
export interface Ledger {
  /** In the order of reserving. */
  entries(): readonly LedgerEntry[]
  /** How many bookings there are or may be. */
  readonly size: number
  /** Whether the run made the booking that this caller knows by the id, or sent the id as the key of one. */
  isOwn(id: string, as: Caller): boolean
  /** A reservation is about to be sent with this key. */
  expect(key: string): void
  /** Takes note of what an answer shows. */
  note(answer: Answer): void
}

/** @param earlier the bookings of a former visit of the same run, so that they count as the run's own */
export function ledger(earlier: readonly LedgerEntry[] = []): Ledger {
  const known = new Map<string, LedgerEntry>()
  const unknown = new Map<string, LedgerEntry>()
  const expected = new Set<string>()
  for (const entry of earlier) {
    if (entry.id === null) unknown.set(entry.key ?? `exchange ${entry.exchange}`, entry)
    else known.set(nameOf(entry.id, entry.as), entry)
  }

  const keyOf = (answer: Answer): string | null => {
    const key = answer.exchange.input['idempotencyKey']
    const sent = answer.profile.operations.reserve?.fields['idempotencyKey'] !== undefined
    return sent && typeof key === 'string' ? key : null
  }
  const see = (answer: Answer, booking: Json | undefined, reserved: boolean): void => {
    const found = readBooking(answer.profile, booking, 'id')
    if ((typeof found !== 'string' && typeof found !== 'number') || found === '') return
    const id = String(found)
    const name = nameOf(id, answer.exchange.as)
    const before = known.get(name)
    if (before === undefined && !reserved) return
    const status = readBooking(answer.profile, booking, 'status')
    const seen = typeof status === 'string' ? status : null
    const may = readBooking(answer.profile, booking, 'cancellable')
    const cancellable = typeof may === 'boolean' ? may : null
    // Answers may arrive out of order; the later request knows better.
    if (before !== undefined && before.lastExchange > answer.n) return
    if (before !== undefined)
      known.set(name, { ...before, status: seen ?? before.status, cancellable, lastExchange: answer.n })
    else {
      const { scenario, as } = answer.exchange
      known.set(name, {
        id,
        scenario,
        exchange: answer.n,
        as,
        key: keyOf(answer),
        status: seen,
        cancellable,
        lastExchange: answer.n,
      })
    }
  }

  return {
    entries: () => [...known.values(), ...unknown.values()].sort((a, b) => a.exchange - b.exchange),
    get size() {
      return known.size + unknown.size
    },
    isOwn: (id, as) => known.has(nameOf(id, as)) || expected.has(id),
    expect: (key) => expected.add(key),
    note(answer) {
      const { purpose, scenario, as } = answer.exchange
      if (purpose === 'reserve') {
        const key = keyOf(answer)
        const reference = key ?? `exchange ${answer.n}`
        if (mayHaveBeenMade(answer)) {
          const nothing = {
            id: null,
            scenario,
            exchange: answer.n,
            as,
            key,
            status: 'unknown',
            cancellable: null,
            lastExchange: answer.n,
          }
          const settled = [...known.values()].some((entry) => key !== null && entry.key === key)
          if (!settled && !unknown.has(reference)) unknown.set(reference, nothing)
        } else if (answer.accepted) unknown.delete(reference)
      }
      // A booking under a body that says it was refused may exist all the same: what has an id is noted.
      if (purpose === 'list') for (const item of answer.items) see(answer, item, false)
      else if (
        purpose === 'reserve' ? answer.status !== null && answer.status >= 200 && answer.status < 300 : answer.accepted
      )
        see(answer, answer.json, purpose === 'reserve')
    },
  }
}

/** Whether a reservation may have made a booking of which no id is known. A 429 says that it was not performed. */
function mayHaveBeenMade(answer: Answer): boolean {
  if (answer.outcome !== 'none' || answer.status === 429) return false
  const id = answer.read('id')
  return id === undefined || id === null || id === ''
}

/** A counted id is another booking in another account. */
function nameOf(id: string, as: Caller): string {
  return isCounted(id) && as === 'other' ? `other ${id}` : id
}
