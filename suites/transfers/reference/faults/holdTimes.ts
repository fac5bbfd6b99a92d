import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'

const minute = 60_000

/** Section 3: holds that end at another time than what was done to them says. */
export const holdTimeFaults: readonly Fault[] = [
  {
    name: 'extended-holds-end-early',
    clause: '3/extend-holds-until-new-end',
    title: 'a hold that was extended ends four minutes early',
    rules: (base) => ({
      isOver: (booking, ctx) => base.isOver(booking, later(ctx, extended(booking, ctx) ? 4 : 0)),
    }),
  },
  {
    name: 'extend-lengthens-by-half',
    clause: '3/extend-holds-until-new-end',
    title: 'extend shows the new end, and holds for three quarters of the minutes',
    rules: (base) => ({
      isOver: (booking, ctx) =>
        base.isOver(booking, ctx) ||
        (booking.status === 'ON_HOLD' &&
          extended(booking, ctx) &&
          ctx.now >= booking.createdAt + booking.expirationMinutes * 0.75 * minute),
    }),
  },
  {
    name: 'extend-counts-from-now-and-shortens',
    clause: '3/extend-never-shortens',
    title: 'the minutes of extend count from now, also where the hold ends sooner by that',
    rules: (base) => ({
      holdEnd: (booking, minutes, ctx) =>
        ctx.operation === 'extend' ? ctx.now + minutes * minute : base.holdEnd(booking, minutes, ctx),
    }),
  },
  {
    name: 'extend-shortens-without-a-word',
    clause: '3/extend-never-shortens',
    title: 'an extend by fewer minutes than before ends the hold after those, and shows the former end',
    rules: (base) => ({
      isOver: (booking, ctx) =>
        base.isOver(booking, ctx) ||
        (booking.status === 'ON_HOLD' &&
          extended(booking, ctx) &&
          booking.expirationMinutes < 40 &&
          ctx.now >= booking.createdAt + booking.expirationMinutes * minute),
    }),
  },
  {
    name: 'extended-holds-confirmed-by-their-first-end-alone',
    clause: '3/confirm-until-end',
    title: 'confirm is refused after the end that a hold had before it was extended',
    rules: (base) => ({
      mayConfirm: (booking, ctx) =>
        base.mayConfirm(booking, ctx) && !(extended(booking, ctx) && ctx.now > booking.createdAt + 20 * minute),
    }),
  },
  {
    name: 'extended-holds-not-extended-after-their-first-end',
    clause: '3/extend-twice-accepted',
    title: 'a second extend is refused after the end that the hold had before the first',
    rules: (base) => ({
      mayExtend: (booking, ctx) =>
        base.mayExtend(booking, ctx) && !(extended(booking, ctx) && ctx.now > booking.createdAt + 20 * minute),
    }),
  },
  {
    name: 'update-without-minutes-ends-the-hold',
    clause: '3/update-keeps-hold',
    title: 'an update without minutes ends the hold within a minute',
    rules: (base) => ({
      isOver: (booking, ctx) =>
        base.isOver(booking, ctx) || (updatedOnly(booking, ctx) && ctx.now >= booking.updatedAt + minute),
    }),
  },
  {
    name: 'update-without-minutes-halves-the-hold',
    clause: '3/update-keeps-hold',
    title: 'an update without minutes halves the hold without a word',
    rules: (base) => ({
      isOver: (booking, ctx) =>
        base.isOver(booking, ctx) ||
        (updatedOnly(booking, ctx) && ctx.now >= booking.createdAt + (booking.expirationMinutes / 2) * minute),
    }),
  },
  {
    name: 'hold-end-shown-after-thirty-minutes',
    clause: '4.2/hold-as-long-as-asked',
    title: 'a booking to which nothing was done shows that its hold ends after thirty minutes, whatever was asked for',
    rules: (base) => ({
      showBooking: (booking, ctx) => ({
        ...base.showBooking(booking, ctx),
        ...(isNew(booking) && { holdEnd: ctx.rules.showTime(booking.createdAt + 30 * minute, ctx) }),
      }),
    }),
  },
  {
    name: 'hold-end-shown-within-two-hours',
    clause: '4.2/hold-as-long-as-asked',
    title: 'a booking to which nothing was done never shows an end of its hold that is more than two hours away',
    rules: (base) => ({
      showBooking: (booking, ctx) => ({
        ...base.showBooking(booking, ctx),
        ...(isNew(booking) &&
          booking.holdEnd !== null && {
            holdEnd: ctx.rules.showTime(Math.min(booking.holdEnd, booking.createdAt + 120 * minute), ctx),
          }),
      }),
    }),
  },
]

function isNew({ status, createdAt, updatedAt }: Booking): boolean {
  return status === 'ON_HOLD' && createdAt === updatedAt
}

function later(ctx: Context, minutes: number): Context {
  return { ...ctx, now: ctx.now + minutes * minute }
}

function extended(booking: Booking, { state }: Context): boolean {
  return state.history(booking.id).includes('extend')
}

function updatedOnly(booking: Booking, { state }: Context): boolean {
  const done = state.history(booking.id)
  return booking.status === 'ON_HOLD' && done.includes('update') && !done.includes('extend')
}
