import { editBookings, pause } from '../edit.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'
import { textOf } from '../textOf.js'

/** Section 4.2: the idempotency key. */
export const reserveKeyFaults: readonly Fault[] = [
  {
    name: 'same-key-concurrent-books-twice',
    clause: '4.2/same-key-concurrent-one-booking',
    title: 'the same idempotency key makes two bookings when the requests meet',
    rules: (base) => ({
      between: (step, ctx) => (step === 'reserve: key looked up' ? pause(10) : base.between(step, ctx)),
    }),
  },
  {
    name: 'same-key-books-again',
    clause: '4.2/same-key-one-booking',
    title: 'the idempotency key is ignored',
    rules: () => ({ keyScope: () => null }),
  },
  {
    name: 'same-key-books-again-the-third-time',
    clause: '4.2/same-key-many-times-one-booking',
    title: 'a key makes another booking the third time that it is used',
    rules: (base) => ({
      madeBefore: (booking, ctx) =>
        ctx.state.count(`same-key-books-again-the-third-time ${booking.serial}`) === 2
          ? null
          : base.madeBefore(booking, ctx),
    }),
  },
  {
    name: 'same-key-refused-but-booked',
    clause: '4.2/same-key-many-times-one-booking',
    title: 'a repeated key is answered with a conflict, and makes another booking all the same',
    rules: (base) => ({
      repeatIsConflict: (booking, ctx) => {
        base.save(copyOf(booking, ctx), null, ctx)
        return true
      },
    }),
  },
  {
    name: 'key-forgotten-after-another',
    clause: '4.2/earlier-key-one-booking',
    title: 'a key is forgotten when another one has booked the same availability',
    rules: (base) => ({
      madeBefore: (booking, ctx) => (isLatest(booking, ctx) ? base.madeBefore(booking, ctx) : null),
    }),
  },
  {
    name: 'later-key-not-remembered',
    clause: '4.2/later-key-one-booking',
    title: 'only the first key that books an availability is remembered',
    rules: (base) => ({
      madeBefore: (booking, ctx) => {
        const [first] = ctx.store.ofAvailability(booking.availabilityId)
        return first?.serial === booking.serial ? base.madeBefore(booking, ctx) : null
      },
    }),
  },
  {
    name: 'key-forgotten-once-confirmed',
    clause: '4.2/same-key-one-booking',
    title: 'a key is looked for among holds only, so that it books again once its booking is confirmed',
    rules: (base) => ({
      madeBefore: (booking, ctx) => (booking.status === 'CONFIRMED' ? null : base.madeBefore(booking, ctx)),
    }),
  },
  {
    name: 'same-key-answers-the-latest-booking',
    clause: '4.2/same-key-same-booking',
    title: 'a repeated key is answered with the latest booking of the availability',
    rules: (base) => ({
      madeBefore: (booking, ctx) =>
        base.madeBefore(ctx.store.ofAvailability(booking.availabilityId).at(-1) ?? booking, ctx),
    }),
  },
  {
    name: 'same-key-answers-other-minutes',
    clause: '4.2/same-key-same-booking',
    title: 'a repeated key is answered with its booking, but with 20 minutes',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const repeated = ctx.operation === 'reserve' && reply.kind === 'booking' && !reply.created
        return editBookings(base.afterReply(reply, ctx), (booking) => {
          if (repeated) booking['expirationMinutes'] = 20
        })
      },
    }),
  },
  {
    name: 'same-key-crashes',
    clause: '4.2/same-key-no-server-error',
    title: 'a repeated key is a server error',
    rules: () => ({
      repeatIsConflict: () => {
        throw new Error('duplicate key value violates unique constraint "bookings_uuid_key"')
      },
    }),
  },
  {
    name: 'different-keys-share-a-booking',
    clause: '4.2/different-keys-different-bookings',
    title: 'two keys that book the same availability get one booking',
    rules: (base) => ({
      keyScope: (key, ctx) => base.keyScope(textOf(ctx.call.input.availabilityId ?? key), ctx),
    }),
  },
  {
    name: 'key-that-is-no-uuid-accepted',
    clause: '4.2/idempotency-key-not-uuid-refused',
    title: 'any text is accepted as an idempotency key',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        field === 'idempotencyKey' ? typeof value === 'string' : base.accepts(field, value, ctx),
    }),
  },
  {
    name: 'keys-compared-by-their-beginning',
    clause: '4.2/different-keys-different-bookings',
    title: 'of a key, only the first eight characters are compared',
    rules: (base) => ({ keyScope: (key, ctx) => base.keyScope(key.slice(0, 8), ctx) }),
  },
  {
    name: 'key-sent-again-reopens-what-is-confirmed',
    clause: '3/confirm-persisted-get',
    title: 'a reserve that is sent again puts its booking on hold once more, also when it is confirmed',
    rules: (base) => ({
      madeBefore: (booking, ctx) => {
        const before = base.madeBefore(booking, ctx)
        if (before === null || before.status !== 'CONFIRMED') return before
        const reopened = { ...before, status: 'ON_HOLD' as const, holdEnd: ctx.now + 3_600_000, confirmedAt: null }
        base.save(reopened, before, ctx)
        return reopened
      },
    }),
  },
]

function isLatest(booking: Booking, ctx: Context): boolean {
  return ctx.store.ofAvailability(booking.availabilityId).every(({ serial }) => serial <= booking.serial)
}

function copyOf(booking: Booking, ctx: Context): Booking {
  const serial = ctx.store.takeSerial()
  return { ...booking, serial, id: ctx.newBookingId(serial, null) }
}
