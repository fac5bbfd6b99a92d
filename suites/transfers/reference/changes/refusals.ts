import type { Break, Change } from '../change.js'
import type { Context } from '../context.js'
import type { OperationName, Reply } from '../model.js'

/** A call is carried out, and answered with a refusal. */
export function saysRefused(operation: OperationName, when: (ctx: Context) => boolean = () => true): Change {
  return {
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        return ctx.operation === operation && when(ctx)
          ? { kind: 'refused', code: 'UNKNOWN_BOOKING', message: 'there is no such booking' }
          : shown
      },
    }),
  }
}

/** A call that names a booking that does not exist is answered with another booking, which `make` may make up. */
export function answersAnother(operation: OperationName, make: (ctx: Context) => Reply | null = latest): Break {
  return {
    shows: [{ operation, place: '' }],
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        const isUnknown =
          ctx.operation === operation &&
          shown.kind === 'refused' &&
          shown.code === 'UNKNOWN_BOOKING' &&
          ctx.store.withId(ctx.call.id ?? '').length === 0
        return isUnknown ? (make(ctx) ?? shown) : shown
      },
    }),
  }
}

/** The last booking of the caller. */
function latest(ctx: Context): Reply | null {
  const booking = ctx.store
    .serials()
    .flatMap((serial) => ctx.store.versions(serial).slice(-1))
    .findLast(({ reseller }) => reseller === ctx.reseller)
  return booking === undefined
    ? null
    : { kind: 'booking', booking: ctx.rules.showBooking(booking, ctx), created: false }
}
