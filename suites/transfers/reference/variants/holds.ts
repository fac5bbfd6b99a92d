import { editBookings } from '../edit.js'
import type { Variant } from '../variant.js'

const minute = 60_000

/** Other legal ways to hold, extend and confirm. */
export const holdVariants: readonly Variant[] = [
  {
    name: 'extend-adds-up-to-200',
    title: 'extend adds the minutes to the hold, to no more than 200, and shows the sum',
    rules: (base) => ({
      mayExtend: (booking, ctx) =>
        base.mayExtend(booking, ctx) && booking.expirationMinutes + Number(ctx.call.input.expirationMinutes) <= 200,
      holdEnd: (booking, minutes, ctx) =>
        ctx.operation === 'extend' && typeof booking?.holdEnd === 'number'
          ? booking.holdEnd + minutes * minute
          : base.holdEnd(booking, minutes, ctx),
      applyExtend: (booking, minutes, ctx) => ({
        ...base.applyExtend(booking, minutes, ctx),
        expirationMinutes: booking.expirationMinutes + minutes,
      }),
    }),
  },
  {
    name: 'extend-adds-and-shows-what-was-asked',
    title: 'extend adds the minutes to the hold, without end, and shows those that were asked for',
    rules: (base) => ({
      holdEnd: (booking, minutes, ctx) =>
        ctx.operation === 'extend' && typeof booking?.holdEnd === 'number'
          ? booking.holdEnd + minutes * minute
          : base.holdEnd(booking, minutes, ctx),
    }),
  },
  {
    name: 'extend-counts-from-the-reserve',
    title: 'the minutes of extend count from the reservation on',
    rules: (base) => ({
      holdEnd: (booking, minutes, ctx) =>
        ctx.operation === 'extend' && booking !== null
          ? Math.max(booking.holdEnd ?? 0, booking.createdAt + minutes * minute)
          : base.holdEnd(booking, minutes, ctx),
    }),
  },
  {
    name: 'extend-refuses-what-lengthens-nothing',
    title: 'the minutes of extend count from the reservation on, and no more of them than before is refused',
    rules: (base) => ({
      mayExtend: (booking, ctx) =>
        base.mayExtend(booking, ctx) && Number(ctx.call.input.expirationMinutes) > booking.expirationMinutes,
      holdEnd: (booking, minutes, ctx) =>
        ctx.operation === 'extend' && booking !== null
          ? booking.createdAt + minutes * minute
          : base.holdEnd(booking, minutes, ctx),
    }),
  },
  {
    name: 'extend-keeps-the-first-minutes',
    title: 'expirationMinutes stays what was reserved for, only the end of the hold moves',
    rules: (base) => ({
      applyExtend: (booking, minutes, ctx) => ({
        ...base.applyExtend(booking, minutes, ctx),
        expirationMinutes: booking.expirationMinutes,
      }),
    }),
  },
  {
    name: 'no-hold-end',
    title: 'bookings do not show when their hold ends',
    profile: { booking: { holdEnd: null } },
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          delete booking['holdEnd']
        }),
    }),
  },
  {
    name: 'no-references',
    title: 'bookings do not show the reference of the reseller',
    profile: { booking: { reference: null } },
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          delete booking['reference']
        }),
    }),
  },
  {
    name: 'holds-end-within-the-grace',
    title: 'a hold that has run out is noticed 50 seconds later',
    rules: (base) => ({ isOver: (booking, ctx) => base.isOver(booking, { ...ctx, now: ctx.now - 50_000 }) }),
  },
  {
    name: 'long-grace',
    title: 'a hold that has run out is noticed 9 minutes later, and the profile says so',
    profile: { hold: { graceSeconds: 600 } },
    rules: (base) => ({ isOver: (booking, ctx) => base.isOver(booking, { ...ctx, now: ctx.now - 9 * minute }) }),
  },
  {
    name: 'expired-holds-not-listed',
    title: 'the list leaves out holds that have run out',
    rules: (base) => ({
      isListed: (booking, ctx) => booking.status !== 'EXPIRED' && base.isListed(booking, ctx),
    }),
  },
  {
    name: 'holds-cannot-be-cancelled',
    title: 'a booking is cancellable only once it is confirmed',
    rules: (base) => ({
      cancellable: (booking, ctx) => booking.status !== 'ON_HOLD' && base.cancellable(booking, ctx),
    }),
  },
  {
    name: 'confirmed-cannot-be-cancelled',
    title: 'a booking is cancellable only while it is on hold',
    profile: { bookable: { soon: null } },
    rules: (base) => ({
      cancellable: (booking, ctx) => booking.status !== 'CONFIRMED' && base.cancellable(booking, ctx),
    }),
  },
  {
    name: 'confirm-twice-is-a-conflict',
    title: 'a second confirm is answered with a conflict',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const answer = base.afterReply(reply, ctx)
        return ctx.operation === 'confirm' && answer.kind === 'refused' && answer.code === 'NOT_ON_HOLD'
          ? { ...answer, code: 'CONFLICT' }
          : answer
      },
    }),
  },
  {
    name: 'confirm-answers-201',
    title: 'confirm answers 201',
    wire: (base) => ({
      successStatus: (status, exchange) =>
        exchange.call?.operation === 'confirm' ? 201 : base.successStatus(status, exchange),
    }),
  },
  {
    name: 'confirmed-keeps-its-hold-end',
    title: 'a confirmed booking still shows when its hold would have ended',
    rules: (base) => ({
      applyConfirm: (booking, input, ctx) => ({ ...base.applyConfirm(booking, input, ctx), holdEnd: booking.holdEnd }),
    }),
  },
]
