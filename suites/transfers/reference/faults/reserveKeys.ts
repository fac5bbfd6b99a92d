import { anything, ofType, readsInList, takes } from '../changes/inputs.js'
import { on, put } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { given, missed, rule, rules, seen, together } from '../changes/shown.js'
import type { Break } from '../change.js'
import type { Context } from '../context.js'
import { pause } from '../pause.js'
import { refusedFor, refusesWith } from '../changes/wires.js'
import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'
import { Refused } from '../refused.js'
import { textOf } from '../textOf.js'

const anotherBooking = ['/id', '']

/** Section 4.2: the idempotency key. */
export const reserveKeyFaults: readonly Fault[] = faults({
  '4.2/same-key-concurrent-one-booking': {
    'same-key-not-looked-up-in-a-hurry': [
      'a key is not looked up while another reserve is at work',
      seen(
        ['reserve', 'list'],
        anotherBooking,
        rules((base) => ({
          madeBefore: (booking, ctx) => (ctx.state.inFlight('reserve') > 1 ? null : base.madeBefore(booking, ctx)),
          between: (step, ctx) => (step === 'reserve: availability checked' ? pause(10) : base.between(step, ctx)),
        })),
      ),
    ],
    'same-key-concurrent-books-twice': [
      'the same idempotency key makes two bookings when the requests meet',
      seen(
        ['reserve', 'list'],
        anotherBooking,
        rule('between', (usual, step, ctx) => (step === 'reserve: key looked up' ? pause(10) : usual(step, ctx))),
      ),
    ],
  },
  '4.2/same-key-one-booking': {
    'same-key-books-again': ['the idempotency key is ignored', rule('keyScope', () => null), 'reserve /id'],
    'same-key-books-again-under-one-id': [
      'the idempotency key is ignored, and is the id of each booking that is made with it',
      missed(
        'the two answers are compared by their ids alone, and only a list shows both: "The oracle" compares all that is shown',
        rules((base) => ({
          keyScope: () => null,
          bookingId: (serial, key, ctx) =>
            typeof ctx.call.input.idempotencyKey === 'string'
              ? ctx.call.input.idempotencyKey
              : base.bookingId(serial, key, ctx),
        })),
      ),
      'reserve',
    ],
    'key-forgotten-once-confirmed': forgets(({ status }) => status === 'CONFIRMED'),
  },
  '4.2/same-key-many-times-one-booking': {
    'same-key-books-again-the-third-time': [
      'a key makes another booking the third time that it is used',
      forgets(({ serial }, { state }) => state.count(`same-key-books-again-the-third-time ${serial}`) === 2),
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
    'only-the-last-key-remembered': [
      'only the key that booked an availability last is remembered',
      seen(
        ['reserve', 'list'],
        anotherBooking,
        rule('keyScope', (usual, key, ctx) => {
          const name = `only-the-last-key-remembered ${textOf(ctx.call.input.availabilityId)}`
          const last = ctx.state.memory.get(name)
          ctx.state.memory.set(name, key)
          return last === undefined || last === key
            ? usual(key, ctx)
            : `${usual(key, ctx) ?? ''} ${ctx.state.count(name)}`
        }),
      ),
    ],
    'key-forgotten-after-another': forgets((booking, ctx) => booking.serial !== serialsOf(booking, ctx).at(-1)),
  },
  '4.2/later-key-one-booking': {
    'later-key-not-remembered': forgets((booking, ctx) => booking.serial !== serialsOf(booking, ctx)[0]),
  },
  '4.2/same-key-same-booking': {
    'same-key-answers-the-latest-booking': [
      'a repeated key is answered with the latest booking of the availability',
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
      'a repeated key is a server error',
      rule('repeatIsConflict', () => {
        throw new Error('duplicate key value violates unique constraint "bookings_uuid_key"')
      }),
      'reserve',
    ],
    'failed-first-answer-kept-for-its-key': [
      'one reserve fails with 503, and so does each with its key after it, while other keys book',
      missed(
        'no scenario sends a reserve that failed again with its key: a script of "The oracle" is to',
        together(
          seen(
            'reserve',
            '',
            rule('keyScope', (usual, key, ctx) => {
              const name = 'failed-first-answer-kept-for-its-key'
              if (ctx.state.count(name) === 5) ctx.state.memory.set(name, key)
              if (ctx.state.memory.get(name) === key) throw new Refused('INTERNAL', 'the service is busy')
              return usual(key, ctx)
            }),
          ),
          refusesWith(503, refusedFor('INTERNAL')),
        ),
      ),
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
  },
  '4.2/idempotency-key-not-uuid-refused': {
    'key-in-the-shape-of-a-uuid-accepted': [
      'of an idempotency key, the length of its five groups alone is looked at',
      takes('reserve', 'idempotencyKey', (value) => /^.{8}(-.{4}){3}-.{12}$/.test(textOf(value))),
    ],
    'much-is-taken-as-it-comes-of-five-holds': [
      'reserve takes any notes, key, and ids in lists, of an account that has at most five holds at a time',
      {
        ...given(
          'five-open-holds',
          together(
            takes('reserve', 'idempotencyKey', ofType('string')),
            takes('reserve', 'notes', anything),
            readsInList('optionId'),
            readsInList('productId'),
          ),
        ),
        seenAs: ['4.2/notes-mistyped-refused', '4.2/option-id-mistyped-refused', '4.2/product-id-mistyped-refused'],
      },
    ],
  },
  '3/confirm-persisted-get': {
    'key-sent-again-reopens-what-is-confirmed': [
      'a reserve that is sent again puts its booking on hold once more, also when it is confirmed',
      rule('madeBefore', (usual, booking, ctx) => {
        const before = usual(booking, ctx)
        if (before?.status !== 'CONFIRMED') return before
        const reopened = { ...before, status: 'ON_HOLD' as const, holdEnd: ctx.now + 3_600_000, confirmedAt: null }
        ctx.rules.save(reopened, before, ctx)
        return reopened
      }),
      'get /status',
    ],
  },
})

/** A key does not bring its booking back, but makes another one. */
function forgets(when: (booking: Booking, ctx: Context) => boolean): Break {
  return seen(
    ['reserve', 'list'],
    anotherBooking,
    rule('madeBefore', (usual, booking, ctx) => (when(booking, ctx) ? null : usual(booking, ctx))),
  )
}

/** Of the bookings of its availability, in the order in which they were made. */
function serialsOf(booking: Booking, { store }: Context): readonly number[] {
  return store
    .ofAvailability(booking.availabilityId)
    .map(({ serial }) => serial)
    .sort((a, b) => a - b)
}
