import { instantIn, isoOf, toInstant } from '../../src/suite/index.js'
import type { BookingPlaces, Bookings, Fate, Instant, Json, LedgerEntry } from '../../src/suite/index.js'
import { bookingPointer, movedFields, readBooking, type BookingField } from './bookingFields.js'
import type { TransferAnswer } from './answer.js'
import type { TransferProfile } from './transferProfile.js'
import { aheadByHold } from './vocabulary/times.js'

/** What is judged of a booking that the run did not make: everything else is somebody's data. */
const judged: readonly BookingField[] = [
  'status',
  'cancellable',
  'expirationMinutes',
  'total',
  'net',
  'currency',
  'currencyPrecision',
]

/** Operations whose minutes count from when they were given; other answers say nothing new. */
const givesMinutes: ReadonlySet<string> = new Set(['reserve', 'extend', 'update'])

function placesIn(profile: TransferProfile): BookingPlaces {
  const placesOf = (fields: readonly BookingField[]): readonly string[] =>
    fields.flatMap((field) => bookingPointer(profile, field) ?? [])
  return {
    at: profile.booking.at,
    id: profile.booking.id,
    idKey: 'booking.id',
    status: bookingPointer(profile, 'status'),
    mayEnd: bookingPointer(profile, 'cancellable'),
    texts: placesOf(['notes', 'reference']),
    judged: [...placesOf(judged), ...movedFields(profile.booking).map(({ from }) => from)],
    lists: placesOf(['taxes']),
  }
}

/** What the engine must know of bookings. */
export const bookings: Bookings = {
  places: placesIn,

  marks: ({ notes, reference }) => [notes, reference].filter((text) => text !== undefined),

  askedUntil: ({ input, startedAt, clockMinutes }) => afterMinutes(input['expirationMinutes'], startedAt, clockMinutes),

  /** As the booking says it, or else as its minutes say. */
  shownUntil({ exchange, profile }: TransferAnswer, booking) {
    const said = readBooking(profile, booking, 'holdEnd')
    const at = typeof said === 'string' ? instantIn(said) : undefined
    if (at !== undefined) return at
    const { purpose, startedAt, clockMinutes } = exchange
    if (!givesMinutes.has(purpose)) return null
    return afterMinutes(readBooking(profile, booking, 'expirationMinutes'), startedAt, clockMinutes)
  },

  aheadBy: (answer: TransferAnswer) => aheadByHold(answer),

  fateOf(entry, profile: TransferProfile, now): Fate {
    const { cancelled, expired, confirmed, rejected } = profile.booking.statuses
    // Who has no id of it cannot have confirmed it.
    const isOver = entry.endsAt !== null && entry.endsAt + profile.hold.graceSeconds * 1000 < now
    if (entry.id === null && isOver) return { fate: 'expired', note: `${whyUnknown(entry, profile)}: that is over` }
    if (entry.id === null) return { fate: 'unknown', note: `${whyUnknown(entry, profile)}; ${howToFind(entry)}` }
    if (entry.status === cancelled) return { fate: 'cancelled' }
    if (entry.status === expired) return { fate: 'expired' }
    if (entry.status !== null && entry.status === rejected) return { fate: 'rejected' }
    if (entry.status === 'ON_HOLD' && isOver) {
      const why = entry.ending === null ? 'it was left to time' : tried(entry, profile)
      return { fate: 'expired', note: `${why}: ${holdEnds(entry, 'ended')}` }
    }
    const final = entry.mayEnd === false ? { final: true as const } : {}
    if (entry.status === 'ON_HOLD')
      return { fate: 'on-hold', note: `${tried(entry, profile)}: ${holdEnds(entry)}`, ...final }
    const state = entry.status === confirmed ? 'confirmed' : stateOf(entry)
    return { fate: 'left', note: `${state}, and ${tried(entry, profile)}`, ...final }
  },

  remains(fate) {
    if (fate === 'cancelled' || fate === 'expired' || fate === 'rejected') return 'nothing'
    if (fate === 'on-hold') return 'for-now'
    return fate === 'left' ? 'for-good' : 'unknown'
  },
}

function afterMinutes(minutes: Json | undefined, startedAt: number, clockMinutes: number): Instant | null {
  return typeof minutes === 'number' ? (toInstant(startedAt + (clockMinutes + minutes) * 60_000) ?? null) : null
}

function stateOf({ status }: LedgerEntry): string {
  return status === null ? 'its status was not shown' : `its status is ${status.slice(0, 60)}`
}

function whyUnknown({ unread, endsAt }: LedgerEntry, profile: TransferProfile): string {
  const held = endsAt === null ? '' : `; ${holdEnds({ endsAt })}`
  if (unread === null) return `no answer that shows a booking came to the reservation${held}`
  return `the reservation was accepted, but its answer has no id at ${profile.booking.id}${held}`
}

function howToFind({ key }: LedgerEntry): string {
  return key === null ? 'no idempotency key was sent' : 'ask the supplier for its idempotency key'
}

function tried({ ending, mayEnd }: LedgerEntry, profile: TransferProfile): string {
  if (ending === null) {
    if (profile.operations.cancel === null) return 'no cancel was sent: the target offers none'
    return mayEnd === false ? 'no cancel was sent: the target says that it is not cancellable' : 'no cancel was sent'
  }
  switch (ending.outcome) {
    case 'refused':
      return `the target refused to cancel it: ${ending.said} (request ${ending.exchange})`
    case 'none':
      return `whether its cancel was performed is not known: ${ending.said} (request ${ending.exchange})`
    case 'accepted':
      return `the target accepted a cancel, but does not show it as cancelled (request ${ending.exchange})`
  }
}

function holdEnds({ endsAt }: Pick<LedgerEntry, 'endsAt'>, word = 'ends'): string {
  return endsAt === null
    ? `its hold ${word} by itself`
    : `its hold ${word} by itself at ${isoOf(endsAt).slice(0, 16).replace('T', ' ')} UTC`
}
