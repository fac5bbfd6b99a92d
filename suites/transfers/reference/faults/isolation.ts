import { isForeign, isStranger, letsIn, reaches } from '../changes/callers.js'
import { faults, type FaultRow, type ToldRow } from '../changes/rows.js'
import { saysRefused } from '../changes/refusals.js'
import { rule, rules, seen, together } from '../changes/shown.js'
import { saysNothing } from '../changes/wires.js'
import { of } from '../changes/writes.js'
import type { Break } from '../change.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'

const writes = ['extend', 'confirm', 'update', 'cancel'] as const
const operations = ['reserve', ...writes, 'get', 'list'] as const
/** What tells that the writes of these tests were done: what they change of a booking. */
const changed = {
  extend: ['/expirationMinutes', '/holdEnd'],
  confirm: ['/status', '/holdEnd'],
  update: ['/expirationMinutes', '/reference', '/holdEnd'],
  cancel: ['/status', '/cancellable', '/holdEnd'],
} as const
const row = (...of: ToldRow): FaultRow => of
const sharedKeys = rule('keyScope', (_usual, key) => key.toLowerCase())

/** Section 5: one operation, one way of getting at what is not one's own. */
export const isolationFaults: readonly Fault[] = [
  ...writes.flatMap((write) =>
    faults({
      [`5/foreign-${write}-refused`]: {
        [`${write}-of-foreign-booking-accepted`]: row(`${write} works on bookings of other resellers`, reaches(write)),
      },
      [`5/foreign-${write}-no-effect`]: {
        [`${write}-of-foreign-booking-refused-but-done`]: row(
          `${write} of another reseller's booking is refused, but carried out`,
          seen('get', changed[write], together(reaches(write), saysRefused(write, isForeign))),
        ),
      },
      '5/no-credentials-no-effect': { [`${write}-by-a-stranger-refused-but-done`]: byAStranger(write) },
    }),
  ),
  ...operations.flatMap((operation) =>
    faults({
      [`5/no-credentials-${operation}-refused`]: {
        [`${operation}-needs-no-credentials`]: row(`${operation} works without credentials`, letsIn(operation, 'none')),
      },
      [`5/wrong-credentials-${operation}-refused`]: {
        [`${operation}-takes-wrong-credentials`]: row(`${operation} takes any credentials`, letsIn(operation, 'wrong')),
      },
    }),
  ),
  ...faults({
    '5/foreign-list-hidden': {
      'list-leaks-other-resellers': ['the list shows bookings of other resellers', listLeaks(() => true)],
      'list-leaks-on-page-2': [
        'the second page of the list shows bookings of other resellers',
        rule('page', (usual, sorted, page, size, ctx) => {
          const shown = usual(sorted, page, size, ctx)
          return page === 2 ? [...newestOfOthers(ctx), ...shown].slice(0, size) : shown
        }),
        'list',
      ],
      'list-leaks-from-page-2-on': listLeaks(({ call }) => Number(call.input.page) > 1),
      'list-leaks-when-sorted': listLeaks(({ call }) => call.input.sortField === 'price'),
      'list-leaks-without-inputs': [
        'the list without any input shows bookings of other resellers',
        listLeaks(({ call }) => Object.values(call.input).every((value) => value === undefined)),
      ],
      'list-leaks-by-booking-type': listLeaks(({ call }) => call.input.bookingType !== undefined),
      'list-leaks-without-capability': listLeaks(({ call }) => call.capabilityHeader === null),
    },
    '5/foreign-get-refused': {
      'get-leaks-to-other-reseller': ['get shows bookings of other resellers', reaches('get')],
      'get-leaks-without-capability': reaches('get', (_booking, { call }) => call.capabilityHeader === null),
      'get-leaks-confirmed-bookings': reaches('get', of('CONFIRMED')),
      'refusal-quotes-the-notes-of-a-foreign-booking': [
        "get of another reseller's booking is refused with an error that quotes its notes",
        rule('afterReply', (usual, reply, ctx) => {
          const shown = usual(reply, ctx)
          const [serial = 0] = ctx.store.withId(ctx.call.id ?? '')
          const booking = ctx.store.versions(serial).at(-1)
          return ctx.operation === 'get' && shown.kind === 'refused' && booking?.notes
            ? { ...shown, message: `the booking with the notes ${booking.notes} is not yours` }
            : shown
        }),
        'get',
      ],
    },
    '5/foreign-cancel-no-effect': {
      'cancel-by-another-reseller-done-without-a-word': [
        'cancel works on bookings of other resellers, and answers the second reseller 204 without a body',
        seen(
          'get',
          changed.cancel,
          together(
            reaches('cancel'),
            saysNothing(({ operation, call }) => operation === 'cancel' && call?.reseller === 'b'),
          ),
        ),
      ],
    },
    '5/foreign-update-refused': { 'update-of-foreign-confirmed-booking-accepted': reaches('update', of('CONFIRMED')) },
    '5/foreign-cancel-refused': {
      'cancel-of-foreign-hold-accepted': ['cancel works on holds of other resellers', reaches('cancel', of('ON_HOLD'))],
    },
    '5/foreign-key-isolated': {
      'idempotency-keys-shared-by-resellers': [sharedKeys, ['reserve', 'reserve /id', 'reserve /notes']],
      'foreign-idempotency-key-overwrites': [
        "a key that another reseller has used changes that reseller's booking",
        rules((base) => ({
          ...sharedKeys.rules?.(base),
          madeBefore: (booking, ctx) => {
            if (booking.reseller === ctx.reseller) return base.madeBefore(booking, ctx)
            base.save({ ...booking, expirationMinutes: Number(ctx.call.input.expirationMinutes) }, booking, ctx)
            return null
          },
        })),
        'get /expirationMinutes',
      ],
    },
  }),
]

function byAStranger(write: (typeof writes)[number]): FaultRow {
  const stranger = write === 'confirm' || write === 'extend' ? 'none' : 'wrong'
  const refused = saysRefused(write, ({ call }) => isStranger(call, write, stranger))
  return [
    `${write} with credentials that are ${stranger} is refused, but carried out`,
    seen('get', changed[write], together(letsIn(write, stranger), refused)),
  ]
}

function listLeaks(when: (ctx: Context) => boolean): Break {
  return reaches('list', (_booking, ctx) => when(ctx))
}

/** Wherever they would stand in the list: which page that is depends on how many there are. */
function newestOfOthers({ store, reseller }: Context): readonly Booking[] {
  return store
    .serials()
    .toReversed()
    .flatMap((serial) => store.versions(serial).slice(-1))
    .filter((booking) => booking.reseller !== reseller)
}
