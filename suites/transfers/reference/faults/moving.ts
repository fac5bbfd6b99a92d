import { editBookings } from '../edit.js'
import type { Fault } from '../fault.js'
import type { Booking, OperationName } from '../model.js'

/** Faults that hide behind what is legal: states that move on, and reads that follow the writes. */
export const movingFaults: readonly Fault[] = [
  {
    name: 'cancel-answers-cancelling-and-is-lost',
    clause: '3/cancel-persisted-get',
    seenAs: ['3/cancel-persisted-list', '3/answer-agrees-with-get', '3/sequence-follows-table'],
    title: 'cancel answers CANCELLING, and the booking stays confirmed',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        if (ctx.operation !== 'cancel') base.save(booking, before, ctx)
      },
      afterReply: (reply, ctx) => {
        const answered = base.afterReply(reply, ctx)
        if (ctx.operation !== 'cancel') return answered
        return editBookings(answered, (booking) => {
          booking['status'] = 'CANCELLING'
        })
      },
    }),
  },
  {
    name: 'update-answers-updating-and-undoes-the-confirm',
    clause: '3/update-persisted-get',
    seenAs: ['3/update-persisted-list', '3/answer-agrees-with-get', '3/sequence-follows-table'],
    title: 'an update of a confirmed booking answers UPDATING, and the booking is on hold again',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        const undone: Booking = ctx.operation === 'update' ? { ...booking, status: 'ON_HOLD' } : booking
        base.save(undone, before, ctx)
      },
      afterReply: (reply, ctx) => {
        const answered = base.afterReply(reply, ctx)
        if (ctx.operation !== 'update') return answered
        return editBookings(answered, (booking) => {
          booking['status'] = 'UPDATING'
        })
      },
    }),
  },
  late('get-lags-behind', 'get', 'get shows a write 200 ms later'),
  late('list-lags-behind', 'list', 'the list shows a write 300 ms later', 300),
]

function late(name: string, operation: OperationName, title: string, milliseconds = 200): Fault {
  return {
    name,
    clause: '4.3/read-shows-writes-at-once',
    title,
    on: ['reads-settle-in-half-a-second'],
    rules: (base) => ({
      version: (versions, ctx) =>
        ctx.operation === operation
          ? versions.filter(({ updatedAt }) => updatedAt <= ctx.now - milliseconds).at(-1)
          : base.version(versions, ctx),
    }),
  }
}
