import type { Break, Change, Fault } from '../change.js'
import { anything, is, needs, refuses, takes } from '../changes/inputs.js'
import { ofStatus, on, put } from '../changes/on.js'
import { answersAnother } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { rule, seen } from '../changes/shown.js'
import {
  after,
  allows,
  changesThoughRefused,
  forbids,
  isJust,
  isStale,
  loses,
  makes,
  of,
  referenceIn,
  type When,
} from '../changes/writes.js'
import type { Context } from '../context.js'
import { textOf } from '../json.js'
import type { Booking, RefusalCode } from '../model.js'

const justUpdated = isJust('update')
const withFields =
  (from: number): When =>
  (_booking, { call }) =>
    Object.keys(call.input).length >= from

/** Update: sections 3, 4.3 and 7. */
export const updateFaults: readonly Fault[] = faults({
  '3/update-on-hold-allowed': {
    'update-of-hold-refused': ['a booking can only be updated once it is confirmed', forbids('update', of('ON_HOLD'))],
    'update-of-an-extended-hold-refused': forbids(
      'update',
      (booking, ctx) => booking.status === 'ON_HOLD' && after('extend')(booking, ctx),
    ),
    'second-update-of-hold-refused': forbids('update', ({ status, id }, { state, call }) => {
      const updates = state.history(id).filter((operation) => operation === 'update').length
      return status === 'ON_HOLD' && updates > 2 && call.input.expirationMinutes === undefined
    }),
  },
  '3/update-confirmed-allowed': {
    'update-refused-once-extended-updated-and-confirmed': forbids(
      'update',
      (booking, ctx) => booking.status === 'CONFIRMED' && after('extend', 'update')(booking, ctx),
    ),
    'update-of-confirmed-refused': forbids('update', of('CONFIRMED')),
    'second-update-of-confirmed-refused': forbids(
      'update',
      (booking, ctx) => booking.status === 'CONFIRMED' && justUpdated(booking, ctx),
    ),
  },
  '4.3/update-accepted': {
    'update-answers-another-id': on('update').answers(put('/id', (id) => `${textOf(id)}-updated`)),
    'update-of-many-fields-refused': ['update takes two fields at a time at most', forbids('update', withFields(3))],
  },
  '4.3/update-receipt-omitted-accepted': { 'update-needs-receipt-option': needs('update', 'emailReceipt') },
  '4.3/update-receipt-false-accepted': {
    'update-with-receipt-false-not-allowed': forbids(
      'update',
      (_booking, { call }) => call.input.emailReceipt === false,
    ),
  },
  '4.3/update-receipt-true-accepted': {
    'update-refuses-receipt-true': [
      refuses('update', 'emailReceipt', is(true)),
      { on: 'receipt-to-the-address-given' },
    ],
  },
  '3/update-persisted-get': {
    'update-of-hold-not-saved': [loses('update', of('ON_HOLD')), 'get /reference'],
    'second-update-not-saved': [loses('update', justUpdated), 'get /reference'],
    'get-is-stale-after-update': [
      'get shows a confirmed booking as it was before its last update',
      isStale('get', (booking, ctx) => booking.status === 'CONFIRMED' && justUpdated(booking, ctx)),
      'get /reference',
    ],
  },
  '4.3/update-availability-id-kept': { 'update-loses-availability': forgets('availabilityId') },
  '4.3/update-product-id-kept': {
    'get-shows-the-first-product-id': showsTheFirst('productId'),
    'update-loses-product': forgets('productId'),
  },
  '4.3/update-option-id-kept': {
    'get-shows-the-first-option-id': showsTheFirst('optionId'),
    'update-loses-option': forgets('optionId'),
  },
  '4.3/update-expiration-minutes-kept': {
    'get-shows-the-first-expiration-minutes': showsTheFirst('expirationMinutes'),
    'update-loses-minutes': ['update accepts expirationMinutes and keeps the old ones', forgets('expirationMinutes')],
    'update-loses-minutes-among-others': forgets('expirationMinutes', withFields(2)),
  },
  '4.3/update-reference-kept': {
    'update-loses-reference-on-hold': forgets('reference', of('ON_HOLD')),
    'update-loses-reference-after-confirm': forgets('reference', of('CONFIRMED')),
    'update-loses-reference-among-others': [
      'update forgets the reference when it moves the booking at the same time',
      forgets('reference', (before, _ctx, made) => made.availabilityId !== before.availabilityId),
    ],
    'update-keeps-first-reference': forgets('reference', ({ reference }) => reference !== null),
  },
  '4.3/update-receipt-mistyped-refused': { 'update-takes-mistyped-receipt': takes('update', 'emailReceipt', anything) },
  '4.3/update-reference-mistyped-refused': {
    'update-takes-mistyped-reference': takes('update', 'reference', anything),
  },
  '4.3/update-leaves-the-rest': {
    'update-wipes-notes': [
      'update removes the notes unless they are sent again',
      rule('applyUpdate', (usual, booking, input, ctx) => ({
        ...usual(booking, input, ctx),
        notes: input.notes ?? null,
      })),
      'update /notes',
    ],
    'update-resets-minutes': [
      'update sets expirationMinutes to 30 unless they are sent again',
      rule('applyUpdate', (usual, booking, input, ctx) =>
        usual(booking, { ...input, expirationMinutes: input.expirationMinutes ?? 30 }, ctx),
      ),
      'update /expirationMinutes',
    ],
  },
  '4.3/update-unknown-id-refused': { 'update-of-unknown-id-accepted': answersAnother('update') },
  '7/update-not-cancellable-refused': { 'update-of-cancelled-accepted': allows('update', of('CANCELLED')) },
  '7/update-window-passed-refused': {
    'update-too-late-accepted-on-hold': allows('update', of('ON_HOLD')),
    'update-too-late-accepted-once-confirmed': allows('update', of('CONFIRMED')),
  },
  '7/update-redeemed-refused': { 'update-of-redeemed-accepted': allows('update', of('REDEEMED')) },
  '3/late-start-not-cancellable': {
    'late-start-shown-cancellable': on().answers(put('/cancellable', true, ofStatus('ON_HOLD', 'CONFIRMED'))),
    'late-start-shown-cancellable-once-confirmed': on().answers(put('/cancellable', true, ofStatus('CONFIRMED'))),
    'cut-off-at-start': [
      'bookings can be cancelled and updated until they start',
      rule('cutOff', (_usual, { start }) => start),
      'reserve /cancellable',
      { on: 'late-start-says-when-it-departs' },
    ],
  },
  '3/redeemed-not-cancellable': {
    'redeemed-counts-as-cancellable': [
      rule('cancellable', (usual, booking, ctx) => booking.status === 'REDEEMED' || usual(booking, ctx)),
      'get /cancellable',
    ],
    'redeemed-shown-cancellable': on().answers(put('/cancellable', true, ofStatus('REDEEMED'))),
  },
  '7/refused-update-changes-nothing': {
    'refused-update-keeps-reference': [
      'an update that is refused because it is too late changes the reference all the same',
      refusedAndKept('NOT_CANCELLABLE'),
      'get /reference',
    ],
    'flawed-update-keeps-what-is-good': [refusedAndKept('INVALID_EXPIRATION'), 'get /reference'],
    'flawed-update-ends-hold': [
      'a hold is cancelled when an update of it names an unknown availability',
      changesThoughRefused('update', 'UNKNOWN_AVAILABILITY', () => ({ status: 'CANCELLED', holdEnd: null })),
      ['get /status', 'get /cancellable', 'get /holdEnd'],
    ],
  },
})

/** Update accepts a field and leaves it as it was, which the next get shows. */
function forgets(
  field: 'availabilityId' | 'productId' | 'optionId' | 'expirationMinutes' | 'reference',
  when: (before: Booking, ctx: Context, made: Booking) => boolean = () => true,
): Break {
  const kept = makes('update', (made, before, ctx) => (when(before, ctx, made) ? { [field]: before[field] } : {}))
  return seen('get', `/${field}`, kept)
}

function showsTheFirst(field: 'availabilityId' | 'productId' | 'optionId' | 'expirationMinutes'): Break {
  return on('get').answers(
    put(`/${field}`, (was, _booking, { ctx }) => {
      const [serial = 0] = ctx.store.withId(ctx.call.id ?? '')
      return ctx.store.versions(serial)[0]?.[field] ?? was
    }),
  )
}

/** An update is refused for this reason, and keeps the reference that came with it. */
function refusedAndKept(code: RefusalCode): Change {
  return changesThoughRefused('update', code, (_booking, { call }) => referenceIn(call.input))
}
