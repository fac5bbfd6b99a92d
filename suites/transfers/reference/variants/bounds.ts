import { editBookings } from '../edit.js'
import type { Context } from '../context.js'
import type { Variant } from '../variant.js'

const openHoldsAllowed = 5

/** Bounds that the documents do not show, and do not exclude. */
export const boundVariants: readonly Variant[] = [
  {
    name: 'five-open-holds',
    title: 'an account has at most five holds at a time',
    rules: (base) => ({
      isFree: (slot, except, ctx) =>
        base.isFree(slot, except, ctx) && (ctx.operation !== 'reserve' || openHolds(ctx) < openHoldsAllowed),
    }),
  },
  {
    name: 'holds-are-not-shortened',
    title: 'an update of a hold to fewer minutes is refused',
    rules: (base) => ({
      mayUpdate: (booking, ctx) => {
        const minutes = ctx.call.input.expirationMinutes
        const shorter = typeof minutes === 'number' && minutes >= 20 && minutes < booking.expirationMinutes
        return !(booking.status === 'ON_HOLD' && shorter) && base.mayUpdate(booking, ctx)
      },
    }),
  },
  {
    name: 'one-extend-only',
    title: 'a hold is extended once',
    warns: ['3/extend-twice-accepted'],
    rules: (base) => ({
      mayExtend: (booking, ctx) => !ctx.state.history(booking.id).includes('extend') && base.mayExtend(booking, ctx),
    }),
  },
  {
    name: 'minutes-null-after-hold',
    title: 'expirationMinutes is null once a booking is no hold any more',
    warns: ['2.5/expiration-minutes-after-hold'],
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (booking['status'] !== 'ON_HOLD') booking['expirationMinutes'] = null
        }),
    }),
  },
  {
    name: 'list-repeats-its-last-page',
    title: 'a page beyond the last is answered with the last',
    warns: ['4.3/list-beyond-end-repeats-nothing', '4.3/list-beyond-end-empty'],
    rules: (base) => ({
      page: (sorted, page, size, ctx) =>
        base.page(sorted, Math.min(page, Math.max(1, Math.ceil(sorted.length / size))), size, ctx),
    }),
  },
]

function openHolds(ctx: Context): number {
  return ctx.store
    .serials()
    .flatMap((serial) => ctx.store.versions(serial).slice(-1))
    .filter((booking) => booking.reseller === ctx.reseller && booking.status === 'ON_HOLD')
    .filter((booking) => !ctx.rules.isOver(booking, ctx)).length
}
