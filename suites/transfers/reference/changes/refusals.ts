import type { Break, Change } from '../change.js'
import type { Context } from '../context.js'
import { Refused, type Input, type OperationName, type RefusalCode, type Reply } from '../model.js'
import { rule } from './shown.js'

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

/** A call is carried out, and answered with a server error. */
export function crashes(operation: OperationName): Change {
  return rule('afterReply', (usual, reply, ctx) => {
    const shown = usual(reply, ctx)
    return ctx.operation === operation && shown.kind === 'booking'
      ? { kind: 'refused', code: 'INTERNAL', message: 'the service failed' }
      : shown
  })
}

/** A reserve with these inputs is told that its availability is not free. */
export function findsNothingFree(when: (input: Input) => boolean): Break {
  return {
    shows: [{ operation: 'reserve', place: '' }],
    ...rule(
      'isFree',
      (usual, slot, except, ctx) => usual(slot, except, ctx) && !(ctx.operation === 'reserve' && when(ctx.call.input)),
    ),
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

/** A refused call is answered as if it were accepted: with nothing done, and a made-up booking or transfer. */
export function pretends(operation: OperationName, when: (code: RefusalCode, ctx: Context) => boolean): Break {
  return {
    shows: [{ operation, place: '' }],
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        return ctx.operation === operation && shown.kind === 'refused' && when(shown.code, ctx) ? madeUp(ctx) : shown
      },
    }),
  }
}

function madeUp(ctx: Context): Reply {
  const { operation, call, rules, now } = ctx
  if (operation === 'transfers') return { kind: 'transfer', transfer: rules.showTransfer(1, [], ctx) }
  if (operation === 'list') return { kind: 'list', bookings: [], total: 0 }
  const holdEnd = rules.showTime(now + 1_800_000, ctx)
  const booking = { status: 'ON_HOLD', cancellable: true, expirationMinutes: 30, holdEnd, reference: null, notes: null }
  return { kind: 'booking', booking: { id: call.id ?? `made up at ${now}`, ...booking }, created: false }
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

/** A page beyond the last is refused; the first never is. */
export const refusesBeyondEnd: Change = rule('page', (usual, sorted, page, size, ctx) => {
  if (page > 1 && (page - 1) * size >= sorted.length) throw new Refused('NOT_FOUND', 'there is no such page')
  return usual(sorted, page, size, ctx)
})

/** A page with nothing in it is refused, also the first. */
export const refusesEmpty: Change = rule('page', (usual, sorted, page, size, ctx) => {
  if ((page - 1) * size >= sorted.length) throw new Refused('NOT_FOUND', 'there is nothing in it')
  return usual(sorted, page, size, ctx)
})
