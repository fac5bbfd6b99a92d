import { isDeepStrictEqual } from 'node:util'
import { answeredAt, isPending, priceFields, sameInList, statesContradict } from '../vocabulary/index.js'
import type { Answer, BookingField, Context, Json } from '../vocabulary/index.js'
import { entriesOf, type Entry } from './items.js'
import type { Measured } from './measure.js'
import type { Paged } from './pages.js'

/** A booking as the last get of it showed it, or what a later write said that it costs. */
export interface Remembered {
  readonly id: string
  /** Number of that exchange. */
  readonly exchange: number
  /** How far the test clock was moved by then. */
  readonly clockMinutes: number
  /** It goes on to show that: no write came so soon before the get that it may show it later. */
  readonly isFinal: boolean
  /** From when on a list shows it, milliseconds since the epoch: a write is given the settling time. */
  readonly from: number
  /** Those of the compared fields that it showed. */
  readonly shown: Readonly<Record<string, Json>>
}

/** What the list shows as get does. Also the price: whoever asks twice what one and the same booking costs asks for no new quote. */
export const alike: readonly BookingField[] = ['status', 'cancellable', 'expirationMinutes', ...priceFields]

/** What no time changes while nothing is done to a booking: neither what may be done with it, nor how long it is held. */
const compared: readonly BookingField[] = ['status', ...priceFields]

/** The bookings of the run to which nothing was done since a get of them, or since a write that said what they cost. */
export function rememberedBy({ lastReads, profile }: Pick<Context, 'lastReads' | 'profile'>): readonly Remembered[] {
  return lastReads().flatMap(({ id, answer: read, sinceWrite }) => {
    if (isPending(read.read('status'), profile)) return []
    // What the answer to a write itself says of its price needs no time to settle.
    const isFinal = read.exchange.purpose !== 'get' || sinceWrite >= profile.reads.settleSeconds * 1000
    const from = read.exchange.purpose === 'get' ? 0 : answeredAt(read) + profile.reads.settleSeconds * 1000
    return [{ id, ...momentIn(read), isFinal, from, shown: shownIn(read) }]
  })
}

function momentIn({ n, exchange }: Answer): Pick<Remembered, 'exchange' | 'clockMinutes'> {
  return { exchange: n, clockMinutes: exchange.clockMinutes }
}

function shownIn(read: Answer): Remembered['shown'] {
  // Of the writes, a confirm alone tells the state: where its answer shows it done.
  const isDone = read.exchange.purpose === 'confirm' && read.read('status') === read.profile.booking.statuses.confirmed
  const told = read.exchange.purpose === 'get' || isDone ? compared : priceFields
  return Object.fromEntries(
    told.flatMap((field) => {
      const value = read.read(field)
      return value === undefined || value === null || typeof value === 'object' ? [] : [[field, value] as const]
    }),
  )
}

/**
 * What of it an entry of a list shows otherwise. A hold may have run out since, and a confirm may have been turned down; what a booking in
 * another state costs is left open.
 */
export function differences({ clockMinutes, shown }: Remembered, entry: Entry): readonly BookingField[] {
  const { profile, exchange } = entry.answer
  if (exchange.clockMinutes !== clockMinutes) return []
  const differs = (field: BookingField): boolean => {
    const listed = entry.read(field) ?? null
    return shown[field] !== undefined && listed !== null && !isDeepStrictEqual(listed, shown[field])
  }
  if (!differs('status')) return priceFields.filter(differs)
  const { expired, rejected } = profile.booking.statuses
  const listed = entry.read('status')
  const isLater = listed === expired || listed === rejected
  return !isLater && statesContradict(shown['status'], listed, profile) ? ['status'] : []
}

/** Bookings of other scenarios that are read once more: what is not judged otherwise is left. */
const most = 5

/**
 * Reads once more, when the settling time is over, what the list shows otherwise than a get that came soon after a write: what was accepted
 * may be carried out later, and the booking was shown as it had been.
 */
export async function readAnew(
  context: Context,
  { pages }: Measured,
  { remembered, reads }: Pick<Paged, 'remembered' | 'reads'>,
): Promise<Pick<Paged, 'remembered' | 'reads'>> {
  const { target } = context
  const entries = new Map(entriesOf(pages).map((entry) => [entry.id, entry]))
  const isOtherwise = (each: Remembered): boolean => {
    const entry = entries.get(each.id)
    return entry !== undefined && differences(each, entry).length > 0
  }
  const passing = remembered.filter((each) => !each.isFinal && isOtherwise(each)).slice(0, most)
  for (const { id } of passing) await target.get(id)
  const again: Paged['reads'][number][] = []
  for (const { id, read } of reads) {
    const isSame = sameInList(read, entries.get(id), alike, '').outcome !== 'fail'
    again.push({ id, read: isSame ? read : await target.get(id) })
  }
  return { remembered: passing.length > 0 ? rememberedBy(context) : remembered, reads: again }
}
