import type { Break } from '../change.js'
import { faults } from '../changes/rows.js'
import { exclusively, given, rule, rules, seen, together } from '../changes/shown.js'
import { isSlow, keeps } from '../changes/writes.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking, OperationName, Reply, Slot } from '../model.js'
import type { Rules } from '../rules.js'
import { textOf } from '../textOf.js'

const minute = 60_000

/** Section 3: availabilities that one booking at a time can have, and that another gets all the same. */
export const exclusiveFaults: readonly Fault[] = faults({
  '3/availability-kept-when-extended': {
    'extended-hold-loses-its-availability-at-its-first-end': [
      'a hold that was extended gives its availability away at the end that it had before',
      loses((booking, ctx) => did(booking, 'extend', ctx) && ctx.now >= booking.createdAt + 20 * minute),
    ],
  },
  '3/availability-kept-when-confirmed': {
    'update-of-a-confirmed-booking-gives-its-availability-away': [
      'an update of a booking that is confirmed counts its place as free',
      givesBack(({ operation }, reply) => operation === 'update' && statusIn(reply) === 'CONFIRMED'),
    ],
    'confirm-gives-the-availability-away': givesBack((ctx) => ctx.operation === 'confirm'),
  },
  '3/availability-taken-by-a-move': {
    'moved-booking-takes-no-place': loses((booking, ctx) => did(booking, 'update', ctx)),
    'moved-booking-is-kept-where-it-was': [
      'an update answers the new availability, and the one before is kept',
      exclusively(
        keeps('update', (_booking, before) => (before === null ? {} : { availabilityId: before.availabilityId })),
      ),
    ],
  },
  '3/availability-free-after-move': {
    'what-was-left-is-gone': [
      'a place that a booking was moved away from is never sold again, whatever becomes of the booking',
      exclusively(
        rule('isFree', (usual, slot, except, ctx) => usual(slot, except, ctx) && elsewhere(slot, ctx).length === 0),
      ),
    ],
  },
  '3/availability-held-against-a-move': { 'move-looks-for-no-place': onMove(() => true) },
  '3/availability-free-after-end': {
    'lapsed-place-is-free-once-listed': freeOnceNoticed('list'),
    'lapsed-place-is-free-once-asked-for-by-id': [
      'the place of a hold that has run out is free once an operation on that booking, or a list, has noticed it',
      freeOnceNoticed('list', 'get', 'extend', 'confirm', 'update', 'cancel'),
    ],
    'replayed-key-takes-one-more-place': takesOneMore('reserve', (reply) => !reply.created),
    'lapsed-place-is-free-to-its-own-account': [
      'the place of a hold that has run out stays taken for all other accounts',
      exclusively(
        rule(
          'occupies',
          (usual, booking, ctx) =>
            usual(booking, ctx) || (booking.status === 'ON_HOLD' && booking.reseller !== ctx.reseller),
        ),
      ),
    ],
    'move-takes-two-places': [
      'each update that moves a booking takes two places, of which its end gives back one',
      takesOneMore('update', (_reply, now, before) => now?.availabilityId !== before?.availabilityId),
    ],
  },
  '3/availability-held-for-all': {
    'each-account-counts-its-own-places': [
      'a place that another account has taken counts as free',
      exclusively(rule('occupies', (usual, booking, ctx) => usual(booking, ctx) && booking.reseller === ctx.reseller)),
    ],
  },
  '4.2/same-key-hold-takes-one-place': {
    'replayed-key-makes-a-hidden-hold': [
      'a reserve that is sent again with its key makes a hold that nothing shows, and that ends with that of its booking',
      replayTakes((made, ctx) => ctx.now < made.createdAt + made.expirationMinutes * minute),
    ],
  },
  '3/availability-held': {
    'who-takes-a-lapsed-place-takes-none': [
      'the place of a hold that has run out is never counted as taken again',
      loses((booking, ctx) =>
        ctx.store
          .ofAvailability(booking.availabilityId)
          .some((each) => each.serial < booking.serial && each.status === 'ON_HOLD' && ctx.rules.isOver(each, ctx)),
      ),
    ],
    'every-cancel-gives-the-place-back': [
      'a cancel gives the place of its booking back, also one that is refused because it was cancelled before',
      givesBack(({ operation }, reply) => operation === 'cancel' && reply.kind === 'refused'),
    ],
    'second-move-frees-the-first-place': [
      'each update that moves a booking gives back the place of its reserve, not the one that it leaves',
      givesBack(({ operation }, reply) => operation === 'update' && reply.kind === 'booking', 'first'),
    ],
    'cancel-frees-the-first-place': [
      'a cancel gives back the place of the reserve too, from which the booking was moved long since',
      givesBack(({ operation }, reply) => operation === 'cancel' && reply.kind === 'booking', 'first'),
    ],
    'cancel-again-cancels-who-has-it-now': [
      'a cancel of what is cancelled is refused, and cancels the booking that has its availability by now',
      exclusively(
        rule('afterReply', (usual, reply, ctx) => {
          const successor = ctx.operation === 'cancel' && reply.kind === 'refused' ? successorOf(ctx) : undefined
          if (successor !== undefined) ctx.store.put({ ...successor, status: 'CANCELLED', holdEnd: null })
          return usual(reply, ctx)
        }),
      ),
    ],
    'cancel-again-gives-away-what-is-taken': [
      'a cancel of what is cancelled is refused, and gives back the place that another booking has by now',
      givesBack(
        (ctx, reply) => ctx.operation === 'cancel' && reply.kind === 'refused' && successorOf(ctx) !== undefined,
      ),
    ],
    'cancels-at-once-give-the-place-back-twice': [
      'of two cancels at once each gives the place of the booking back',
      together(
        givesBack(({ operation, state }) => operation === 'cancel' && state.inFlight('cancel') > 1),
        isSlow('cancel'),
      ),
    ],
  },
})

function loses(when: (booking: Booking, ctx: Context) => boolean): Break {
  return exclusively(rule('occupies', (usual, booking, ctx) => usual(booking, ctx) && !when(booking, ctx)))
}

/** An update finds an availability free by other means than the other operations. */
function onMove(isFree: (slot: Slot, booking: Booking, ctx: Context, base: Rules) => boolean): Break {
  return given(
    'exclusive-availability',
    seen(
      'update',
      '',
      rules((base) => ({
        isFree: (slot, except, ctx) =>
          except === null ? base.isFree(slot, except, ctx) : isFree(slot, except, ctx, base),
      })),
    ),
  )
}

/** Places that are counted, and not looked up: such a call gives one back of its booking, whatever the booking has. */
function givesBack(when: (ctx: Context, reply: Reply) => boolean, which: 'first' | 'last' = 'last'): Break {
  const name = (availabilityId: string): string => `places given back of ${availabilityId}`
  return exclusively(
    rules((base) => ({
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
    })),
  )
}

/** Each such answer takes a place of what its booking has, for good. */
function takesOneMore(
  operation: 'reserve' | 'extend' | 'update',
  isMeant: (
    reply: Extract<Reply, { kind: 'booking' }>,
    now: Booking | undefined,
    before: Booking | undefined,
  ) => boolean,
): Break {
  const name = (availabilityId: string): string => `places taken for good of ${availabilityId}`
  return exclusively(
    rules((base) => ({
      afterReply: (reply, ctx) => {
        if (ctx.operation === operation && reply.kind === 'booking') {
          const [serial = 0] = ctx.store.withId(textOf(reply.booking['id']))
          const [now, before] = ctx.store.versions(serial).toReversed()
          if (now !== undefined && isMeant(reply, now, before)) ctx.state.count(name(now.availabilityId))
        }
        return base.afterReply(reply, ctx)
      },
      capacity: (slot, ctx) => base.capacity(slot, ctx) - ctx.state.counted(name(slot.availabilityId)),
    })),
  )
}

/** A reserve that is sent again takes one more place of what it was sent for, as long as that lasts. */
function replayTakes(lasts: (made: Booking, ctx: Context) => boolean): Break {
  const name = (availabilityId: string): string => `reserves sent again of ${availabilityId}`
  const takenBy = (availabilityId: string, { state }: Context): readonly number[] => {
    // Nobody else writes it.
    const serials = state.memory.get(name(availabilityId)) as readonly number[] | undefined
    return serials ?? []
  }
  return exclusively(
    rules((base) => ({
      afterReply: (reply, ctx) => {
        const id = textOf(ctx.call.input['availabilityId'] ?? '')
        if (ctx.operation === 'reserve' && reply.kind === 'booking' && !reply.created)
          ctx.state.memory.set(name(id), [
            ...takenBy(id, ctx),
            ...ctx.store.withId(textOf(reply.booking['id'])).slice(0, 1),
          ])
        return base.afterReply(reply, ctx)
      },
      capacity: (slot, ctx) =>
        base.capacity(slot, ctx) -
        takenBy(slot.availabilityId, ctx).filter((serial) =>
          ctx.store
            .versions(serial)
            .slice(0, 1)
            .some((made) => lasts(made, ctx)),
        ).length,
    })),
  )
}

/** A hold that has run out keeps its place until one of these operations has met it. */
function freeOnceNoticed(...operations: readonly OperationName[]): Break {
  const name = ({ serial }: Booking): string => `noticed that ${serial} is over`
  return exclusively(
    rules((base) => ({
      isOver: (booking, ctx) => {
        const isOver = base.isOver(booking, ctx)
        if (isOver && operations.includes(ctx.operation)) ctx.state.memory.set(name(booking), true)
        return isOver
      },
      occupies: (booking, ctx) =>
        base.occupies(booking, ctx) || (booking.status === 'ON_HOLD' && !ctx.state.memory.has(name(booking))),
    })),
  )
}

function statusIn(reply: Reply): unknown {
  return reply.kind === 'booking' ? reply.booking['status'] : undefined
}

/** The booking on hold that has by now what this one had. */
function successorOf({ store, call }: Context): Booking | undefined {
  const [serial] = store.withId(call.id ?? '')
  const had = serial === undefined ? undefined : store.versions(serial).at(-1)
  return had && store.ofAvailability(had.availabilityId).find(({ status }) => status === 'ON_HOLD')
}

/** The availabilities that a booking had before the one that it has. */
function left({ serial, availabilityId }: Booking, { store }: Context): readonly string[] {
  return store.versions(serial).flatMap((each) => (each.availabilityId === availabilityId ? [] : [each.availabilityId]))
}

/** The bookings that were moved away from a slot, as they are now. */
function elsewhere(slot: Pick<Slot, 'availabilityId'>, ctx: Context): readonly Booking[] {
  return ctx.store
    .serials()
    .flatMap((serial) => ctx.store.versions(serial).slice(-1))
    .filter((booking) => left(booking, ctx).includes(slot.availabilityId))
}

function did({ id }: Booking, operation: OperationName, { state }: Context): boolean {
  return state.history(id).includes(operation)
}
