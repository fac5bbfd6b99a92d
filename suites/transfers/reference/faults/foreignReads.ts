import { reaches } from '../changes/callers.js'
import { faults } from '../changes/rows.js'
import type { Break } from '../change.js'
import { given, rule, rules, seen } from '../changes/shown.js'
import type { Fault } from '../fault.js'
import type { Call } from '../model.js'

const countsAll = seen(
  'list',
  '',
  rule('total', (_usual, _sorted, { store }) => store.serials().length),
)

/** Section 5: bookings of others that show in one state, or far from the first page. */
export const foreignReadFaults: readonly Fault[] = faults({
  '5/foreign-list-hidden': {
    'list-by-reference-forgets-the-account': [
      'the list of a reference shows the bookings of all resellers that have it',
      given(
        'list-finds-by-reference',
        reaches('list', (_booking, { call: { input } }) => input.reference !== undefined),
      ),
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
  '5/foreign-not-counted': {
    'list-total-counts-every-account-where-pages-are-small': given('list-refuses-pages-over-50', countsAll),
    'list-total-is-kept-for-all-accounts': [
      'the total of the list is kept for a while, and not for each account by itself',
      given(
        'list-tells-a-total',
        rule('total', (usual, sorted, ctx) => {
          const { memory } = ctx.state
          const asked = `total of ${JSON.stringify(ctx.call.input)}`
          const kept = memory.get(asked)
          if (ctx.reseller === 'b' && typeof kept === 'number') return kept
          const total = usual(sorted, ctx)
          memory.set(asked, total)
          return total
        }),
      ),
      'list',
    ],
  },
  '5/foreign-get-refused': {
    'get-by-another-id-goes-by-who-asked-first': given(
      'get-takes-another-id-too',
      byAnotherId((found) => found),
    ),
    'refusal-quotes-the-notes-of-a-cancelled-foreign-booking': [
      "get of another reseller's cancelled booking is refused with an error that quotes its notes",
      rule('afterReply', (usual, reply, ctx) => {
        const answered = usual(reply, ctx)
        const [booking] = ctx.store.withId(ctx.call.id ?? '').flatMap((serial) => ctx.store.versions(serial).slice(-1))
        return ctx.operation === 'get' && answered.kind === 'refused' && booking?.status === 'CANCELLED'
          ? { ...answered, message: `${booking.notes ?? ''} is not yours` }
          : answered
      }),
      'get',
    ],
  },
})

/** Which of the bookings that get is asked for by what is not their id it finds for others. @param when told whether its owner has read it so */
function byAnotherId(when: (found: boolean) => boolean): Break {
  return seen(
    'get',
    '',
    rules((base) => {
      const named = new WeakSet<Call>()
      const found = new Set<string>()
      return {
        beforeCall: (call, state) => {
          const asked = base.beforeCall(call, state)
          if (asked.operation === 'get' && asked.id !== call.id) named.add(asked)
          return asked
        },
        sees: (booking, ctx) => {
          const isOwn = base.sees(booking, ctx)
          if (!named.has(ctx.call)) return isOwn
          if (isOwn) found.add(booking.id)
          return isOwn || when(found.has(booking.id))
        },
      }
    }),
  )
}
