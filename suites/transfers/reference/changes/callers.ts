import type { Break } from '../change.js'
import type { Context } from '../context.js'
import type { Booking, Call, OperationName } from '../model.js'
import { rule } from './shown.js'

/** The caller: nobody at all, or somebody whom the service does not know. */
export type Stranger = 'none' | 'wrong'

/** An operation works on bookings of other resellers, or on some of them. */
export function reaches(
  operation: OperationName,
  when: (booking: Booking, ctx: Context) => boolean = () => true,
): Break {
  return {
    shows: [{ operation, place: '' }],
    ...rule(
      'sees',
      (usual, booking, ctx) => (ctx.operation === operation && when(booking, ctx)) || usual(booking, ctx),
    ),
  }
}

/** An operation does not see some bookings. */
export function overlooks(operation: OperationName, when: (booking: Booking, ctx: Context) => boolean): Break {
  return {
    shows: [{ operation, place: '' }],
    ...rule(
      'sees',
      (usual, booking, ctx) => !(ctx.operation === operation && when(booking, ctx)) && usual(booking, ctx),
    ),
  }
}

/** An operation takes callers without an account, or some of their calls, for the first reseller. */
export function letsIn(
  operation: OperationName,
  stranger: Stranger,
  when: (call: Call) => boolean = () => true,
): Break {
  return {
    shows: [{ operation, place: '' }],
    ...rule('caller', (usual, call, state) =>
      isStranger(call, operation, stranger) && when(call) ? 'a' : usual(call, state),
    ),
  }
}

/** Is this a call to the operation by such a caller? */
export function isStranger(call: Call, operation: OperationName, stranger: Stranger): boolean {
  return call.operation === operation && call.credentials === stranger
}

/** Does this call name a booking of another reseller? */
export function isForeign({ call, store, reseller }: Context): boolean {
  return store.withId(call.id ?? '').some((serial) => store.versions(serial).at(-1)?.reseller !== reseller)
}
