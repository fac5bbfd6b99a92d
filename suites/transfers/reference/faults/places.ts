import { setTimeout as pause } from 'node:timers/promises'
import type { Change, Fault } from '../change.js'
import { faults, type FaultRow } from '../changes/rows.js'
import { rule, rules, seen, together } from '../changes/shown.js'
import { after, isSlow, keeps } from '../changes/writes.js'
import type { Context } from '../context.js'
import type { Booking, BookingStatus, OperationName, Reply } from '../model.js'

const minute = 60_000
const on = 'exclusive-availability'

/** Section 3: availabilities that one booking at a time can have, or a few, and that another gets all the same. */
export const placeFaults: readonly Fault[] = faults({
  '3/availability-kept-when-extended': {
    'extended-hold-loses-its-availability-at-its-first-end': frees(
      (booking, ctx) => after('extend')(booking, ctx) && ctx.now >= booking.createdAt + 20 * minute,
    ),
  },
  '3/availability-kept-when-confirmed': {
    'update-of-a-confirmed-booking-gives-its-availability-away': givesBack(
      ({ operation }, reply) =>
        operation === 'update' && reply.kind === 'booking' && reply.booking['status'] === 'CONFIRMED',
    ),
    'confirm-gives-the-availability-away': givesBack(({ operation }) => operation === 'confirm'),
  },
  '3/availability-taken-by-a-move': {
    'moved-booking-takes-no-place': frees(after('update')),
    'moved-booking-is-kept-where-it-was': [
      'an update answers the new availability, and the one before is kept',
      keeps('update', (_booking, before) => (before === null ? {} : { availabilityId: before.availabilityId })),
      'reserve',
      { on },
    ],
  },
  '3/availability-free-after-move': {
    'what-was-left-is-gone': [
      'a place that a booking was moved away from is never sold again, whatever becomes of the booking',
      rule('isFree', (usual, slot, except, ctx) => usual(slot, except, ctx) && !wasLeft(slot.availabilityId, ctx)),
      'reserve',
      { on },
    ],
  },
  '3/availability-held-against-a-move': {
    'move-looks-for-no-place': [
      rule('isFree', (usual, slot, except, ctx) => except !== null || usual(slot, except, ctx)),
      'update',
      { on },
    ],
  },
  '3/availability-free-after-end': {
    'availability-held-once-is-gone': [
      rule(
        'isFree',
        (usual, slot, except, ctx) =>
          usual(slot, except, ctx) &&
          ctx.store.ofAvailability(slot.availabilityId).every(({ status }) => status === 'CANCELLED'),
      ),
      'reserve',
      { on },
    ],
    'lapsed-place-is-free-once-asked-for-by-id': [
      'the place of a hold that has run out is free once an operation on that booking, or a list, has noticed it',
      freeOnceNoticed('list', 'get', 'extend', 'confirm', 'update', 'cancel'),
      'reserve',
      { on },
    ],
    'replayed-key-takes-one-more-place': [
      rule('madeBefore', (usual, booking, ctx) => usual(hidden(booking, 'CONFIRMED', ctx), ctx)),
      'reserve',
      { on },
    ],
    'lapsed-place-is-free-to-its-own-account': occupied(
      (usual, booking, ctx) => usual || (booking.status === 'ON_HOLD' && booking.reseller !== ctx.reseller),
    ),
    'move-takes-two-places': [
      'each update that moves a booking takes two places, of which its end gives back one',
      rule('made', (usual, booking, before, ctx) => {
        const made = usual(booking, before, ctx)
        return made.availabilityId === before.availabilityId ? made : hidden(made, 'CONFIRMED', ctx)
      }),
      'reserve',
      { on },
    ],
  },
  '3/availability-held-for-all': {
    'each-account-counts-its-own-places': occupied((usual, booking, ctx) => usual && booking.reseller === ctx.reseller),
  },
  '3/availability-held-until-end': {
    'holds-keep-nothing-after-a-quarter-of-an-hour': frees(
      ({ status, createdAt }, { now }) => status === 'ON_HOLD' && now > createdAt + 15 * minute,
    ),
    'places-free-in-the-last-minute': frees(
      (booking, ctx) => ctx.operation === 'reserve' && ctx.rules.isOver(booking, { ...ctx, now: ctx.now + minute }),
    ),
  },
  '4.2/same-key-hold-takes-one-place': {
    'replayed-key-makes-a-hidden-hold': [
      'a reserve that is sent again with its key makes a hold that nothing shows, and that ends with that of its booking',
      rule('madeBefore', (usual, booking, ctx) => {
        hidden(ctx.store.versions(booking.serial)[0] ?? booking, 'ON_HOLD', ctx)
        return usual(booking, ctx)
      }),
      'reserve',
      { on },
    ],
  },
  '3/availability-held': {
    'exclusive-availability-not-held-by-holds': frees(({ status }) => status === 'ON_HOLD'),
    'who-takes-a-lapsed-place-takes-none': frees((booking, ctx) =>
      ctx.store
        .ofAvailability(booking.availabilityId)
        .some((each) => each.serial < booking.serial && each.status === 'ON_HOLD' && ctx.rules.isOver(each, ctx)),
    ),
    'every-cancel-gives-the-place-back': givesBack(
      ({ operation }, reply) => operation === 'cancel' && reply.kind === 'refused',
    ),
    'second-move-frees-the-first-place': givesBack(
      ({ operation }, reply) => operation === 'update' && reply.kind === 'booking',
      'first',
    ),
    'cancel-frees-the-first-place': givesBack(
      ({ operation }, reply) => operation === 'cancel' && reply.kind === 'booking',
      'first',
    ),
    'cancel-again-cancels-who-has-it-now': [
      'a cancel of what is cancelled is refused, and cancels the booking that has its availability by now',
      rule('afterReply', (usual, reply, ctx) => {
        const successor = ctx.operation === 'cancel' && reply.kind === 'refused' ? successorOf(ctx) : undefined
        if (successor !== undefined) ctx.store.put({ ...successor, status: 'CANCELLED', holdEnd: null })
        return usual(reply, ctx)
      }),
      'reserve',
      { on },
    ],
    'cancels-at-once-give-the-place-back-twice': [
      'of two cancels at once each gives the place of the booking back',
      together(
        seen(
          'reserve',
          '',
          countsBack(({ operation, state }) => operation === 'cancel' && state.inFlight('cancel') > 1),
        ),
        isSlow('cancel'),
      ),
      { on },
    ],
    'last-of-few-places-is-sold-twice': [
      'an availability that takes several bookings takes one more',
      rule('capacity', (usual, slot, ctx) => usual(slot, ctx) + (usual(slot, ctx) > 1 ? 1 : 0)),
      'reserve',
      { on: 'van-takes-three' },
    ],
  },
  '3/availability-held-concurrent': {
    'exclusive-availability-held-twice-at-once': [
      rule('between', (usual, step, ctx) => (step === 'reserve: availability checked' ? pause(10) : usual(step, ctx))),
      'reserve',
      { on },
    ],
    'two-at-once-take-the-last-of-few-places': [
      'reserves that meet each count only the places that were taken before the other',
      rules((base) => ({
        capacity: (slot, ctx) => {
          const places = base.capacity(slot, ctx)
          return places + (places > 1 && ctx.state.inFlight('reserve') > 1 ? 1 : 0)
        },
        between: (step, ctx) => (step === 'reserve: key looked up' ? pause(10) : base.between(step, ctx)),
      })),
      'reserve',
      { on: 'van-takes-three' },
    ],
  },
  '7/refused-update-changes-nothing': {
    'refused-move-frees-the-availability': [
      'an update to an availability that is held is refused, and the one that the hold has is free for others then',
      rules((base) => ({
        afterReply: (reply, ctx) => {
          const isMeant = ctx.operation === 'update' && reply.kind === 'refused' && reply.code === 'NOT_AVAILABLE'
          if (isMeant) ctx.state.memory.set(`refused-move ${ctx.call.id ?? ''}`, true)
          return base.afterReply(reply, ctx)
        },
        occupies: (booking, ctx) => base.occupies(booking, ctx) && !ctx.state.memory.has(`refused-move ${booking.id}`),
      })),
      'reserve',
      { on },
    ],
  },
})

/** Another answer to whether a booking takes its place. */
function occupied(occupies: (usual: boolean, booking: Booking, ctx: Context) => boolean): FaultRow {
  const change = rule('occupies', (usual, booking, ctx) => occupies(usual(booking, ctx), booking, ctx))
  return [change, 'reserve', { on }]
}

function frees(when: (booking: Booking, ctx: Context) => boolean): FaultRow {
  return occupied((usual, booking, ctx) => usual && !when(booking, ctx))
}

type Gives = (ctx: Context, reply: Reply) => boolean

function givesBack(when: Gives, which: 'first' | 'last' = 'last'): FaultRow {
  return [countsBack(when, which), 'reserve', { on }]
}

/** Places that are counted, and not looked up: such a call gives one back of its booking, whatever the booking has. */
function countsBack(when: Gives, which: 'first' | 'last' = 'last'): Change {
  const name = (availabilityId: string): string => `places given back of ${availabilityId}`
  return rules((base) => ({
    afterReply: (reply, ctx) => {
      const [serial] = ctx.store.withId(ctx.call.id ?? '')
      const versions = serial === undefined ? [] : ctx.store.versions(serial)
      const booking = versions.at(which === 'first' ? 0 : -1)
      // The place of the reserve is given back at the call that leaves it as well, and rightly so.
      const isRight = which === 'first' && booking?.availabilityId === versions.at(-2)?.availabilityId
      if (booking !== undefined && !isRight && when(ctx, reply)) ctx.state.count(name(booking.availabilityId))
      return base.afterReply(reply, ctx)
    },
    capacity: (slot, ctx) => base.capacity(slot, ctx) + ctx.state.counted(name(slot.availabilityId)),
  }))
}

/** Takes one more place of what a booking has, for a booking that nothing shows. Returns the one that is shown. */
function hidden(booking: Booking, status: BookingStatus, { store }: Context): Booking {
  const serial = store.takeSerial()
  store.put({ ...booking, serial, id: `hidden ${serial}`, reseller: 'anonymous', status })
  return booking
}

/** A hold that has run out keeps its place until one of these operations has met it. */
function freeOnceNoticed(...operations: readonly OperationName[]): Change {
  const name = ({ serial }: Booking): string => `noticed that ${serial} is over`
  return rules((base) => ({
    isOver: (booking, ctx) => {
      const isOver = base.isOver(booking, ctx)
      if (isOver && operations.includes(ctx.operation)) ctx.state.memory.set(name(booking), true)
      return isOver
    },
    occupies: (booking, ctx) =>
      base.occupies(booking, ctx) || (booking.status === 'ON_HOLD' && !ctx.state.memory.has(name(booking))),
  }))
}

/** The booking on hold that has by now what this one had. */
function successorOf({ store, call }: Context): Booking | undefined {
  const [serial] = store.withId(call.id ?? '')
  const had = serial === undefined ? undefined : store.versions(serial).at(-1)
  return had && store.ofAvailability(had.availabilityId).find(({ status }) => status === 'ON_HOLD')
}

/** Was a booking moved away from this availability? */
function wasLeft(availabilityId: string, { store }: Context): boolean {
  return store.serials().some((serial) => {
    const versions = store.versions(serial)
    const isThere = versions.at(-1)?.availabilityId === availabilityId
    return !isThere && versions.some((each) => each.availabilityId === availabilityId)
  })
}
