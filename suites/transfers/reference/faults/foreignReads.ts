import { reaches } from '../changes/callers.js'
import { faults } from '../changes/rows.js'
import { rules } from '../changes/shown.js'
import type { Fault } from '../fault.js'

/** Section 5: bookings of others that show in one state, or far from the first page. */
export const foreignReadFaults: readonly Fault[] = faults({
  '5/foreign-list-hidden': {
    'list-leaks-on-later-pages-of-its-own-order': [
      'from the second page on, the list that is not sorted shows the bookings of everybody',
      reaches('list', (_booking, { call: { input } }) => Number(input.page) > 1 && input.sortField === undefined),
    ],
    'list-leaks-cancelled-bookings-to-the-second-account': [
      'the list that is not sorted shows the second account what the first has cancelled, after its own first page',
      reaches(
        'list',
        ({ status }, { reseller, call: { input } }) =>
          reseller === 'b' && status === 'CANCELLED' && Number(input.page) > 1 && input.sortField === undefined,
      ),
    ],
  },
  '5/foreign-get-refused': {
    'get-leaks-cancelled-bookings': [
      'get shows cancelled bookings of other resellers',
      reaches('get', ({ status }) => status === 'CANCELLED'),
    ],
    'refusal-quotes-the-notes-of-a-cancelled-foreign-booking': [
      "get of another reseller's cancelled booking is refused with an error that quotes its notes",
      rules((base) => ({
        afterReply: (reply, ctx) => {
          const answered = base.afterReply(reply, ctx)
          const [booking] = ctx.store
            .withId(ctx.call.id ?? '')
            .flatMap((serial) => ctx.store.versions(serial).slice(-1))
          return ctx.operation === 'get' && answered.kind === 'refused' && booking?.status === 'CANCELLED'
            ? { ...answered, message: `${booking.notes ?? ''} is not yours` }
            : answered
        },
      })),
      'get',
    ],
  },
})
