import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'

/** Section 5: bookings of others that show in one state, or far from the first page. */
export const foreignReadFaults: readonly Fault[] = [
  shown(
    'list-leaks-on-later-pages-of-its-own-order',
    '5/foreign-list-hidden',
    'from the second page on, the list that is not sorted shows the bookings of everybody',
    (_, { operation, call: { input } }) =>
      operation === 'list' && Number(input.page) > 1 && input.sortField === undefined,
  ),
  shown(
    'list-leaks-cancelled-bookings-to-the-second-account',
    '5/foreign-list-hidden',
    'the list that is not sorted shows the second account what the first has cancelled, after its own first page',
    ({ status }, { operation, reseller, call: { input } }) =>
      operation === 'list' &&
      reseller === 'b' &&
      status === 'CANCELLED' &&
      Number(input.page) > 1 &&
      input.sortField === undefined,
  ),
  shown(
    'get-leaks-cancelled-bookings',
    '5/foreign-get-refused',
    'get shows cancelled bookings of other resellers',
    ({ status }, { operation }) => operation === 'get' && status === 'CANCELLED',
  ),
  {
    name: 'refusal-quotes-the-notes-of-a-cancelled-foreign-booking',
    clause: '5/foreign-get-refused',
    title: "get of another reseller's cancelled booking is refused with an error that quotes its notes",
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const answered = base.afterReply(reply, ctx)
        const [booking] = ctx.store.withId(ctx.call.id ?? '').flatMap((serial) => ctx.store.versions(serial).slice(-1))
        return ctx.operation === 'get' && answered.kind === 'refused' && booking?.status === 'CANCELLED'
          ? { ...answered, message: `${String(booking.notes)} is not yours` }
          : answered
      },
    }),
  },
]

function shown(name: string, clause: string, title: string, when: (booking: Booking, ctx: Context) => boolean): Fault {
  return {
    name,
    clause,
    title,
    rules: (base) => ({ sees: (booking, ctx) => when(booking, ctx) || base.sees(booking, ctx) }),
  }
}
