import { editBookings } from '../edit.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking, BookingStatus, Reply } from '../model.js'
import { textOf } from '../textOf.js'

const minute = 60_000

/** Sections 3, 4.3, 7 and 8: extend. */
export const extendFaults: readonly Fault[] = [
  refusing('extend-refuses-20', '8/expiration-min-extend', 'extend refuses 20 minutes', 20),
  refusing('extend-refuses-200', '8/expiration-max-extend', 'extend refuses 200 minutes', 200),
  refusing('extend-refuses-21', '8/expiration-accepted-extend', 'extend refuses 21 minutes', 21),
  refusing('extend-refuses-199', '8/expiration-accepted-extend', 'extend refuses 199 minutes', 199),
  accepting('extend-accepts-19', '8/expiration-outside-never-booked-extend', 'extend accepts 19 minutes', 19),
  accepting('extend-accepts-201', '8/expiration-outside-never-booked-extend', 'extend accepts 201 minutes', 201),
  accepting('extend-accepts-0', '8/expiration-outside-never-booked-extend', 'extend by 0 minutes ends a hold', 0),
  accepting('extend-accepts-minus-5', '8/expiration-outside-never-booked-extend', 'extend accepts -5 minutes', -5),
  accepting('extend-accepts-580', '8/expiration-outside-never-booked-extend', 'extend accepts 580 minutes', 580),
  {
    name: 'extend-has-no-maximum',
    clause: '8/expiration-outside-never-booked-extend',
    title: 'extend accepts any number of minutes from 20 on',
    rules: (base) => ({
      acceptsMinutes: (value, ctx) =>
        base.acceptsMinutes(value, ctx) ||
        (ctx.operation === 'extend' && Number.isInteger(value) && Number(value) >= 20),
    }),
  },
  {
    name: 'extend-accepts-201-and-shows-200',
    clause: '8/expiration-outside-never-booked-extend',
    title: 'extend accepts 201 minutes and holds that long, but shows 200',
    rules: (base) => ({
      acceptsMinutes: (value, ctx) => base.acceptsMinutes(value, ctx) || (ctx.operation === 'extend' && value === 201),
      applyExtend: (booking, minutes, ctx) => ({
        ...base.applyExtend(booking, minutes, ctx),
        expirationMinutes: Math.min(minutes, 200),
      }),
    }),
  },
  {
    name: 'extend-clamps-minutes',
    clause: '8/expiration-outside-refused-not-clamped-extend',
    title: 'extend moves minutes outside 20 to 200 to the nearest bound',
    rules: (base) => ({
      acceptsMinutes: (value, ctx) =>
        base.acceptsMinutes(value, ctx) || (ctx.operation === 'extend' && Number.isInteger(value)),
      minutes: (value, ctx) =>
        ctx.operation === 'extend' ? Math.min(200, Math.max(20, Number(value))) : base.minutes(value, ctx),
    }),
  },
  {
    name: 'extend-accepts-fractions',
    clause: '8/expiration-not-integer-never-booked-extend',
    title: 'extend accepts a fraction of a minute and holds it',
    rules: (base) => ({
      acceptsMinutes: (value, ctx) =>
        base.acceptsMinutes(value, ctx) ||
        (ctx.operation === 'extend' && typeof value === 'number' && value >= 20 && value <= 200),
    }),
  },
  {
    name: 'extend-takes-null-for-0',
    clause: '8/expiration-not-integer-never-booked-extend',
    title: 'extend takes null minutes for 0 and ends the hold',
    rules: (base) => ({
      required: (ctx) => (ctx.operation === 'extend' ? [] : base.required(ctx)),
      acceptsMinutes: (value, ctx) => base.acceptsMinutes(value, ctx) || (ctx.operation === 'extend' && value === null),
      applyExtend: (booking, minutes, ctx) => ({
        ...base.applyExtend(booking, minutes, ctx),
        ...(minutes === 0 && { holdEnd: ctx.now }),
      }),
    }),
  },
  {
    name: 'extend-reads-text-as-minutes',
    clause: '8/expiration-not-integer-refused-extend',
    title: 'extend accepts minutes written as a text',
    rules: (base) => ({
      acceptsMinutes: (value, ctx) =>
        base.acceptsMinutes(value, ctx) ||
        (ctx.operation === 'extend' && typeof value === 'string' && base.acceptsMinutes(Number(value), ctx)),
    }),
  },
  {
    name: 'extend-rounds-fractions',
    clause: '8/expiration-not-integer-refused-extend',
    title: 'extend rounds a fraction of a minute',
    rules: (base) => ({
      acceptsMinutes: (value, ctx) =>
        base.acceptsMinutes(value, ctx) ||
        (ctx.operation === 'extend' && typeof value === 'number' && base.acceptsMinutes(Math.round(value), ctx)),
      minutes: (value, ctx) => Math.round(base.minutes(value, ctx)),
    }),
  },
  {
    name: 'extend-refused-on-hold',
    clause: '4.3/extend-accepted',
    title: 'extend is refused for a booking on hold',
    rules: () => ({ mayExtend: () => false }),
  },
  {
    name: 'extend-answers-nothing',
    clause: '4.3/extend-accepted',
    title: 'extend answers without the booking',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'extend') for (const name of Object.keys(booking)) delete booking[name]
        }),
    }),
  },
  {
    name: 'extend-answers-another-id',
    clause: '4.3/extend-accepted',
    title: 'the answer to extend has another booking id',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'extend') booking['id'] = `${textOf(booking['id'])}-extended`
        }),
    }),
  },
  {
    name: 'extend-confirms',
    clause: '3/extend-stays-on-hold',
    title: 'extend confirms the booking',
    rules: (base) => ({ applyExtend: (...args) => ({ ...base.applyExtend(...args), status: 'CONFIRMED' }) }),
  },
  {
    name: 'second-extend-confirms',
    clause: '3/extend-stays-on-hold',
    title: 'the second extend confirms the booking',
    rules: (base) => ({
      applyExtend: (booking, minutes, ctx) => ({
        ...base.applyExtend(booking, minutes, ctx),
        ...(wasExtended(booking, ctx) && { status: 'CONFIRMED' }),
      }),
    }),
  },
  {
    name: 'extend-status-not-saved-right',
    clause: '3/extend-stays-on-hold',
    title: 'extend answers ON_HOLD but keeps the booking as confirmed',
    rules: (base) => ({
      save: (booking, before, ctx) =>
        base.save(ctx.operation === 'extend' ? { ...booking, status: 'CONFIRMED' } : booking, before, ctx),
    }),
  },
  {
    name: 'extend-minutes-not-saved',
    clause: '3/extend-persisted-get',
    title: 'extend keeps the new end of the hold but not the new minutes',
    rules: (base) => ({
      save: (booking, before, ctx) =>
        base.save(
          ctx.operation === 'extend' && before !== null
            ? { ...booking, expirationMinutes: before.expirationMinutes }
            : booking,
          before,
          ctx,
        ),
    }),
  },
  {
    name: 'second-extend-not-saved',
    clause: '3/extend-persisted-get',
    title: 'the second extend of a booking is answered but not kept',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        if (ctx.operation !== 'extend' || !wasExtended(booking, ctx)) base.save(booking, before, ctx)
      },
    }),
  },
  {
    name: 'extend-answers-the-former-end',
    clause: '3/extend-persisted-get',
    title: 'the answer to extend has the end that the hold had before',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          const [before] = ctx.store.versions(ctx.store.withId(ctx.call.id ?? '')[0] ?? 0).slice(-2)
          if (ctx.operation === 'extend' && typeof before?.holdEnd === 'number')
            booking['holdEnd'] = ctx.rules.showTime(before.holdEnd, ctx)
        }),
    }),
  },
  {
    name: 'second-extend-refused',
    clause: '3/extend-twice-accepted',
    title: 'a booking can be extended once only',
    rules: (base) => ({ mayExtend: (booking, ctx) => base.mayExtend(booking, ctx) && !wasExtended(booking, ctx) }),
  },
  {
    name: 'extend-does-not-move-the-end',
    clause: '3/extend-lengthens-hold',
    title: 'extend shows more minutes, and the hold ends when it would have',
    rules: (base) => ({
      holdEnd: (booking, minutes, ctx) =>
        (ctx.operation === 'extend' ? booking?.holdEnd : null) ?? base.holdEnd(booking, minutes, ctx),
    }),
  },
  {
    name: 'extend-shortens',
    clause: '3/extend-lengthens-hold',
    title: 'extend makes the hold end at once, so to speak: after 10 minutes',
    rules: (base) => ({
      holdEnd: (booking, minutes, ctx) =>
        ctx.operation === 'extend' ? ctx.now + 10 * minute : base.holdEnd(booking, minutes, ctx),
    }),
  },
  {
    name: 'extend-shown-but-not-heeded',
    clause: '3/extend-outlives-former-end',
    title: 'an extended hold shows a later end but runs out when it would have',
    rules: (base) => ({
      isOver: (booking, ctx) =>
        base.isOver(booking, ctx) ||
        (booking.status === 'ON_HOLD' &&
          wasExtended(booking, ctx) &&
          ctx.now >= booking.createdAt + (firstOf(booking, ctx)?.expirationMinutes ?? 0) * minute),
    }),
  },
  {
    name: 'late-extend-not-heeded',
    clause: '3/extend-outlives-former-end',
    title: 'an extend in the last minutes of a hold does not make it longer',
    rules: (base) => ({
      holdEnd: (booking, minutes, ctx) =>
        ctx.operation === 'extend' && typeof booking?.holdEnd === 'number' && booking.holdEnd - ctx.now < 5 * minute
          ? booking.holdEnd
          : base.holdEnd(booking, minutes, ctx),
    }),
  },
  {
    name: 'extended-hold-never-ends',
    clause: '3/extend-still-ends',
    title: 'a hold that was extended never ends',
    rules: (base) => ({ isOver: (booking, ctx) => base.isOver(booking, ctx) && !wasExtended(booking, ctx) }),
  },
  {
    name: 'extend-counts-twice',
    clause: '3/extend-still-ends',
    title: 'an extended hold lasts twice as long as it was extended',
    rules: (base) => ({
      holdEnd: (booking, minutes, ctx) =>
        base.holdEnd(booking, ctx.operation === 'extend' ? 2 * minutes : minutes, ctx),
    }),
  },
  extending(
    'extend-of-confirmed-accepted',
    '7/extend-confirmed-refused',
    'a confirmed booking can be extended',
    'CONFIRMED',
  ),
  extending(
    'extend-of-cancelled-accepted',
    '7/extend-cancelled-refused',
    'a cancelled booking can be extended',
    'CANCELLED',
  ),
  extending(
    'extend-of-expired-accepted',
    '7/extend-expired-refused',
    'a hold that has run out can be extended',
    'EXPIRED',
  ),
  {
    name: 'extend-revives-expired-hold',
    clause: '7/extend-expired-refused',
    title: 'extend of a hold that has run out puts it on hold again',
    rules: (base) => ({
      mayExtend: (booking, ctx) => base.mayExtend(booking, ctx) || booking.status === 'EXPIRED',
      applyExtend: (...args) => ({ ...base.applyExtend(...args), status: 'ON_HOLD' }),
    }),
  },
  leaving(
    'refused-extend-unconfirms',
    'a confirmed booking whose extend is refused is on hold again',
    'CONFIRMED',
    'ON_HOLD',
  ),
  leaving(
    'refused-extend-revives-expired',
    'an expired hold whose extend is refused is on hold again',
    'EXPIRED',
    'ON_HOLD',
  ),
  {
    name: 'extend-of-unknown-id-answers-another',
    clause: '4.3/extend-unknown-id-refused',
    title: 'extend of a booking that does not exist answers another one',
    rules: (base) => ({ afterReply: (reply, ctx) => anotherFor('extend', base.afterReply(reply, ctx), ctx) }),
  },
  {
    name: 'extend-answers-204',
    clause: '4.3/extend-accepted',
    title: 'extend is carried out and answers 204 without the booking',
    wire: (base) => ({
      finish: (answer, exchange) =>
        exchange.operation === 'extend' && exchange.reply?.kind === 'booking'
          ? { status: 204, headers: {}, text: '' }
          : base.finish(answer, exchange),
    }),
  },
]

function refusing(name: string, clause: string, title: string, minutes: number): Fault {
  return {
    name,
    clause,
    title,
    rules: (base) => ({
      acceptsMinutes: (value, ctx) =>
        base.acceptsMinutes(value, ctx) && !(ctx.operation === 'extend' && value === minutes),
    }),
  }
}

function accepting(name: string, clause: string, title: string, minutes: number): Fault {
  return {
    name,
    clause,
    title,
    rules: (base) => ({
      acceptsMinutes: (value, ctx) =>
        base.acceptsMinutes(value, ctx) || (ctx.operation === 'extend' && value === minutes),
      // Fewer minutes than the hold has left shorten it.
      holdEnd: (booking, asked, ctx) =>
        ctx.operation === 'extend' && asked === minutes ? ctx.now + asked * minute : base.holdEnd(booking, asked, ctx),
    }),
  }
}

function extending(name: string, clause: string, title: string, status: BookingStatus): Fault {
  return {
    name,
    clause,
    title,
    rules: (base) => ({ mayExtend: (booking, ctx) => base.mayExtend(booking, ctx) || booking.status === status }),
  }
}

function leaving(name: string, title: string, from: BookingStatus, to: BookingStatus): Fault {
  return {
    name,
    clause: '7/refused-extend-changes-nothing',
    title,
    rules: (base) => ({
      mayExtend: (booking, ctx) => {
        if (booking.status === from) base.save({ ...booking, status: to, holdEnd: ctx.now + 30 * minute }, booking, ctx)
        return base.mayExtend(booking, ctx)
      },
    }),
  }
}

function wasExtended(booking: Booking, { state }: Context): boolean {
  return state.history(booking.id).includes('extend')
}

function firstOf(booking: Booking, { store }: Context): Booking | undefined {
  return store.versions(booking.serial)[0]
}

/** Answers the caller's last booking where an operation was asked for one that does not exist. */
export function anotherFor(operation: 'extend' | 'confirm', reply: Reply, ctx: Context): Reply {
  if (ctx.operation !== operation || reply.kind !== 'refused' || ctx.store.withId(ctx.call.id ?? '').length > 0)
    return reply
  const another = ctx.store
    .serials()
    .flatMap((serial) => ctx.store.versions(serial).slice(-1))
    .findLast((booking) => booking.reseller === ctx.reseller)
  return another === undefined
    ? reply
    : { kind: 'booking', booking: ctx.rules.showBooking(another, ctx), created: false }
}
