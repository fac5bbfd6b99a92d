import type { Context } from '../context.js'
import type { Rules } from '../rules.js'

/** An account has at most so many holds at a time. */
export function allowing(most: number): (base: Rules) => Partial<Rules> {
  return (base) => ({
    isFree: (slot, except, ctx) =>
      base.isFree(slot, except, ctx) && (ctx.operation !== 'reserve' || openHolds(ctx) < most),
  })
}

export function openHolds(ctx: Context): number {
  return ctx.store
    .serials()
    .flatMap((serial) => ctx.store.versions(serial).slice(-1))
    .filter((booking) => booking.reseller === ctx.reseller && booking.status === 'ON_HOLD')
    .filter((booking) => !ctx.rules.isOver(booking, ctx)).length
}
