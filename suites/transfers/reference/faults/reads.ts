import { editBookings } from '../edit.js'
import type { Fault } from '../fault.js'

/** Section 4.3: get and list. */
export const readFaults: readonly Fault[] = [
  {
    name: 'list-shows-hold-after-its-end',
    clause: '1.3/not-on-hold-after-end-list',
    title: 'the list shows a hold that has run out as ON_HOLD',
    rules: (base) => ({ isOver: (booking, ctx) => ctx.operation !== 'list' && base.isOver(booking, ctx) }),
  },
  {
    name: 'list-price-sorted-as-text',
    clause: '4.3/list-sort-price-ascending',
    title: 'the list sorts prices as text',
    rules: (base) => ({
      compare: (a, b, order, ctx) =>
        order.field === 'price'
          ? (String(a.price.total).localeCompare(String(b.price.total)) || a.serial - b.serial) *
            (order.descending ? -1 : 1)
          : base.compare(a, b, order, ctx),
    }),
  },
  {
    name: 'get-is-stale-the-second-time',
    clause: '4.3/get-equals-created',
    title: 'the second read of a booking shows other minutes',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const again =
          ctx.operation === 'get' && ctx.state.count(`get-is-stale-the-second-time ${ctx.call.id ?? ''}`) === 2
        return editBookings(base.afterReply(reply, ctx), (booking) => {
          if (again) booking['expirationMinutes'] = 200
        })
      },
    }),
  },
]
