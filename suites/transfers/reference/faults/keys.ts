import { setTimeout as pause } from 'node:timers/promises'
import type { Change, Fault } from '../change.js'
import { anything, ofType, readsInList, takes } from '../changes/inputs.js'
import { on, put } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { rule, rules, together } from '../changes/shown.js'
import { refusedFor, refusesWith } from '../changes/wires.js'
import { of, type When } from '../changes/writes.js'
import type { Context } from '../context.js'
import { textOf } from '../json.js'
import { Refused, type Booking, type BookingStatus } from '../model.js'

const minute = 60_000
const anotherBooking = ['reserve /id', 'reserve', 'list /id', 'list'] as const
const sharedKeys = rule('keyScope', (_usual, key) => key.toLowerCase())

/** Sections 4.2 and 5: the idempotency key, sent once, again, and by another reseller. */
export const keyFaults: readonly Fault[] = faults({
  '4.2/same-key-concurrent-one-booking': {
    'same-key-concurrent-books-twice': [
      'the same idempotency key makes two bookings when the requests meet',
      rule('between', (usual, step, ctx) => (step === 'reserve: key looked up' ? pause(10) : usual(step, ctx))),
      anotherBooking,
    ],
  },
  '4.2/same-key-one-booking': {
    'same-key-books-again': [rule('keyScope', () => null), 'reserve /id'],
    'same-key-books-again-under-one-id': [
      rules((base) => ({
        keyScope: () => null,
        bookingId: (serial, key, ctx) => {
          const { idempotencyKey } = ctx.call.input
          return typeof idempotencyKey === 'string' ? idempotencyKey : base.bookingId(serial, key, ctx)
        },
      })),
      'list',
    ],
    'key-forgotten-once-confirmed': [forgets(of('CONFIRMED')), anotherBooking],
  },
  '4.2/same-key-many-times-one-booking': {
    'same-key-books-again-the-third-time': [
      forgets(({ serial }, { state }) => state.count(`replays of ${serial}`) === 2),
      anotherBooking,
    ],
    'same-key-refused-but-booked': [
      'a repeated key is answered with a conflict, and makes another booking all the same',
      rule('repeatIsConflict', (_usual, booking, ctx) => {
        const serial = ctx.store.takeSerial()
        ctx.rules.save({ ...booking, serial, id: ctx.newBookingId(serial, null) }, null, ctx)
        return true
      }),
      'list',
    ],
  },
  '4.2/earlier-key-one-booking': {
    'key-forgotten-after-another': [
      forgets((booking, ctx) => booking.serial !== serialsOf(booking, ctx).at(-1)),
      anotherBooking,
    ],
  },
  '4.2/later-key-one-booking': {
    'later-key-not-remembered': [
      forgets((booking, ctx) => booking.serial !== serialsOf(booking, ctx)[0]),
      anotherBooking,
    ],
  },
  '4.2/same-key-same-booking': {
    'same-key-answers-the-latest-booking': [
      rule('madeBefore', (usual, booking, ctx) =>
        usual(ctx.store.ofAvailability(booking.availabilityId).at(-1) ?? booking, ctx),
      ),
      ['reserve /id', 'reserve /notes'],
    ],
    'same-key-answers-other-minutes': [
      'a repeated key is answered with its booking, but with 20 minutes',
      on('reserve').answers(put('/expirationMinutes', 20, ({ reply }) => reply.kind === 'booking' && !reply.created)),
    ],
  },
  '4.2/same-key-no-server-error': {
    'same-key-crashes': [
      rule('repeatIsConflict', () => {
        throw new Error('duplicate key value violates unique constraint "bookings_uuid_key"')
      }),
      'reserve',
    ],
    'failed-first-answer-kept-for-its-key': [
      'one reserve fails with 503, and so does each with its key after it, while other keys book',
      together(
        rule('keyScope', (usual, key, ctx) => {
          if (ctx.state.count('keys') === 5) ctx.state.memory.set('failed key', key)
          if (ctx.state.memory.get('failed key') === key) throw new Refused('INTERNAL', 'the service is busy')
          return usual(key, ctx)
        }),
        refusesWith(503, refusedFor('INTERNAL')),
      ),
      'reserve',
      { missed: 'no scenario sends a reserve that failed again with its key: a script of "The oracle" is to' },
    ],
  },
  '4.2/different-keys-different-bookings': {
    'different-keys-share-a-booking': [
      'two keys that book the same availability get one booking',
      rule('keyScope', (usual, key, ctx) => usual(textOf(ctx.call.input.availabilityId ?? key), ctx)),
      'reserve /id',
    ],
    'keys-compared-by-their-beginning': [
      'of a key, only the first eight characters are compared',
      rule('keyScope', (usual, key, ctx) => usual(key.slice(0, 8), ctx)),
      'reserve /id',
    ],
    'keys-of-one-beginning-are-a-conflict': [
      'of a key, only the first eight characters are compared, and a repeated key is refused',
      rules((base) => ({ keyScope: (key, ctx) => base.keyScope(key.slice(0, 8), ctx), repeatIsConflict: () => true })),
      'reserve',
    ],
  },
  '4.2/idempotency-key-not-uuid-refused': {
    'key-in-the-shape-of-a-uuid-accepted': [
      'of an idempotency key, the length of its five groups alone is looked at',
      takes('reserve', 'idempotencyKey', (value) => /^.{8}(-.{4}){3}-.{12}$/.test(textOf(value))),
    ],
    'much-is-taken-as-it-comes-of-five-holds': [
      'reserve takes any notes, key, and ids in lists, of an account that has at most five holds at a time',
      together(
        takes('reserve', 'idempotencyKey', ofType('string')),
        takes('reserve', 'notes', anything),
        readsInList('optionId'),
        readsInList('productId'),
      ),
      {
        on: 'five-open-holds',
        seenAs: ['4.2/notes-mistyped-refused', '4.2/option-id-mistyped-refused', '4.2/product-id-mistyped-refused'],
      },
    ],
  },
  '3/confirm-persisted-get': {
    'key-sent-again-reopens-what-is-confirmed': [
      replays('CONFIRMED', (_booking, now) => ({ status: 'ON_HOLD', holdEnd: now + 60 * minute, confirmedAt: null })),
      'get /status',
    ],
  },
  '4.2/same-key-hold-unchanged': {
    'replayed-key-starts-the-hold-anew': [replays('ON_HOLD', onHold), 'get /status'],
    'replayed-key-revives-a-hold-that-ran-out': [replays('EXPIRED', onHold), 'get /status'],
    'refused-key-undoes-a-cancel': [
      'a key that is used again is a conflict, and makes a cancelled booking a confirmed one',
      together(
        replays('CANCELLED', ({ confirmedAt }) => (confirmedAt === null ? {} : { status: 'CONFIRMED' })),
        rule('repeatIsConflict', () => true),
      ),
      'get /status',
    ],
  },
  '5/foreign-key-isolated': {
    'idempotency-keys-shared-by-resellers': [sharedKeys, ['reserve', 'reserve /id', 'reserve /notes']],
    'foreign-idempotency-key-overwrites': [
      "a key that another reseller has used changes that reseller's booking",
      together(
        sharedKeys,
        rule('madeBefore', (usual, booking, ctx) => {
          if (booking.reseller === ctx.reseller) return usual(booking, ctx)
          const expirationMinutes = Number(ctx.call.input.expirationMinutes)
          ctx.rules.save({ ...booking, expirationMinutes }, booking, ctx)
          return null
        }),
      ),
      'get /expirationMinutes',
    ],
    'foreign-key-answers-what-it-may-not-read': [
      'the same reservation with the key of another reseller answers its booking, which get does not know for this one',
      rules(() => ({
        keyScope: (key) => key.toLowerCase(),
        repeatIsConflict: ({ reseller, notes }, ctx) =>
          reseller !== ctx.reseller && notes !== (ctx.call.input.notes ?? null),
        bookingId: (serial, key) => key ?? `B${serial}`,
      })),
      'reserve /id',
    ],
    'foreign-key-moves-the-booking': [
      'a key that another reseller uses is refused, and moves the booking to the account of that reseller',
      together(
        sharedKeys,
        rule('madeBefore', (usual, booking, ctx) => {
          if (ctx.reseller === null || booking.reseller === ctx.reseller) return usual(booking, ctx)
          ctx.rules.save({ ...booking, reseller: ctx.reseller }, booking, ctx)
          throw new Refused('CONFLICT', 'this idempotency key was used before')
        }),
      ),
      ['reserve /id', 'get'],
    ],
  },
})

/** A key does not bring its booking back, but makes another one. */
function forgets(when: When): Change {
  return rule('madeBefore', (usual, booking, ctx) => (when(booking, ctx) ? null : usual(booking, ctx)))
}

/** A key used again changes its booking where that has this status; the change is kept and answered. */
function replays(status: BookingStatus, make: (booking: Booking, now: number) => Partial<Booking>): Change {
  return rule('madeBefore', (usual, booking, ctx) => {
    if (booking.status !== status) return usual(booking, ctx)
    const made = { ...booking, ...make(booking, ctx.now) }
    ctx.rules.save(made, booking, ctx)
    return usual(made, ctx)
  })
}

function onHold({ expirationMinutes }: Booking, now: number): Partial<Booking> {
  return { status: 'ON_HOLD', holdEnd: now + expirationMinutes * minute }
}

/** The bookings of its availability, in the order in which they were made. */
function serialsOf(booking: Booking, { store }: Context): readonly number[] {
  return store
    .ofAvailability(booking.availabilityId)
    .map(({ serial }) => serial)
    .sort((a, b) => a - b)
}
