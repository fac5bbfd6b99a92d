import type { Context } from '../context.js'
import type { Booking, OperationName, RefusalCode, Reply } from '../model.js'

/** Is this reply the refusal of such a call, for this reason? */
export function isRefusal(reply: Reply, ctx: Context, operation: OperationName, code: RefusalCode): boolean {
  return ctx.operation === operation && reply.kind === 'refused' && reply.code === code
}

/** Changes the booking that a call names, behind the back of the operation. `change` may say that it leaves it alone. */
export function keepAnyway(ctx: Context, change: (booking: Booking) => Partial<Booking> | false): void {
  for (const serial of ctx.store.withId(ctx.call.id ?? '')) {
    const booking = ctx.store.versions(serial).at(-1)
    const changed = booking === undefined ? false : change(booking)
    if (booking !== undefined && changed !== false) ctx.store.put({ ...booking, ...changed })
  }
}

/** The reply with the last booking of the caller, whatever was asked for; without one, the reply that there was. */
export function someBooking(reply: Reply, ctx: Context): Reply {
  const booking = ctx.store
    .serials()
    .flatMap((serial) => ctx.store.versions(serial).slice(-1))
    .findLast(({ reseller }) => reseller === ctx.reseller)
  return booking === undefined
    ? reply
    : { kind: 'booking', booking: ctx.rules.showBooking(booking, ctx), created: false }
}
