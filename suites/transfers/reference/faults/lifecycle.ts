import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking, OperationName } from '../model.js'

/** Section 3 as a whole: what shows only after a certain sequence of operations. */
export const lifecycleFaults: readonly Fault[] = [
  {
    name: 'confirm-after-extend-and-update-stays-on-hold',
    clause: '3/sequence-follows-table',
    title: 'a booking that was extended and updated stays on hold when it is confirmed',
    rules: (base) => ({
      applyConfirm: (booking, input, ctx) => ({
        ...base.applyConfirm(booking, input, ctx),
        ...(did(booking, ctx, 'extend', 'update') && { status: 'ON_HOLD', holdEnd: booking.holdEnd }),
      }),
    }),
  },
  {
    name: 'extend-reopens-what-was-extended-and-cancelled',
    clause: '3/sequence-follows-table',
    title: 'a booking that was extended before it was cancelled can be extended again',
    rules: (base) => ({
      mayExtend: (booking, ctx) =>
        base.mayExtend(booking, ctx) || (booking.status === 'CANCELLED' && did(booking, ctx, 'extend')),
      applyExtend: (booking, minutes, ctx) => ({ ...base.applyExtend(booking, minutes, ctx), status: 'ON_HOLD' }),
    }),
  },
  {
    name: 'cancel-after-extend-and-update-not-saved',
    clause: '3/answer-agrees-with-get',
    title: 'a cancellation is answered but not kept, if the booking was extended and updated before',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        if (booking.status !== 'CANCELLED' || !did(booking, ctx, 'extend', 'update')) base.save(booking, before, ctx)
      },
    }),
  },
]

function did(booking: Booking, { state }: Context, ...operations: readonly OperationName[]): boolean {
  const history = state.history(booking.id)
  return operations.every((operation) => history.includes(operation))
}
