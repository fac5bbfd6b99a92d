import type { Break, Change, Fault } from '../change.js'
import { isForeign, isStranger, letsIn, reaches } from '../changes/callers.js'
import { pretends, saysRefused } from '../changes/refusals.js'
import { faults, type FaultRow } from '../changes/rows.js'
import { rule, rules, seen, together } from '../changes/shown.js'
import { answersNothing } from '../changes/wires.js'
import { of } from '../changes/writes.js'
import type { Context } from '../context.js'
import type { Booking, BookingStatus, Call, OperationName } from '../model.js'

const writes = ['extend', 'confirm', 'update', 'cancel'] as const
type Write = (typeof writes)[number]
/** What tells that the writes of these tests were done: what they change of a booking. */
const changed = {
  extend: ['/expirationMinutes', '/holdEnd'],
  confirm: ['/status', '/holdEnd'],
  update: ['/expirationMinutes', '/reference', '/holdEnd'],
  cancel: ['/status', '/cancellable', '/holdEnd'],
} as const

/** Section 5: one operation, one way of getting at what is not one's own. */
export const isolationFaults: readonly Fault[] = [
  ...writes.flatMap((write) =>
    faults({
      [`5/foreign-${write}-refused`]: {
        [`${write}-of-foreign-booking-accepted`]: reaches(write),
        [`${write}-of-foreign-booking-seems-accepted`]: seems(write, isForeign),
      },
      [`5/foreign-${write}-no-effect`]: {
        [`${write}-of-foreign-booking-refused-but-done`]: doneThough(write, reaches(write), isForeign),
      },
      '5/no-credentials-no-effect': { [`${write}-by-a-stranger-refused-but-done`]: doneByAStranger(write) },
      [`4.3/${write}-unknown-id-refused`]: { [`${write}-of-unknown-id-seems-accepted`]: seems(write, isUnknown) },
    }),
  ),
  ...(['reserve', ...writes, 'get', 'list'] as const).flatMap((operation) => {
    // A reserve or list that seems accepted tells a stranger nothing: there, checks judge what is done and shown.
    const isTold = operation !== 'reserve' && operation !== 'list'
    return faults({
      [`5/no-credentials-${operation}-refused`]: {
        [`${operation}-needs-no-credentials`]: letsIn(operation, 'none'),
        ...(isTold && { [`${operation}-without-credentials-seems-accepted`]: seems(operation, 'UNAUTHORIZED') }),
      },
      [`5/wrong-credentials-${operation}-refused`]: {
        [`${operation}-takes-wrong-credentials`]: letsIn(operation, 'wrong'),
        ...(isTold && { [`${operation}-with-wrong-credentials-seems-accepted`]: seems(operation, 'FORBIDDEN') }),
      },
    })
  }),
  ...faults({
    '5/foreign-list-hidden': {
      'list-leaks-other-resellers': listLeaks(() => true),
      'list-leaks-on-page-2': [
        rule('page', (usual, sorted, page, size, ctx) => {
          const shown = usual(sorted, page, size, ctx)
          return page === 2 ? [...newestOfOthers(ctx), ...shown].slice(0, size) : shown
        }),
        'list',
      ],
      'list-leaks-from-page-2-on': listLeaks(({ call }) => Number(call.input.page) > 1),
      'list-leaks-when-sorted': listLeaks(({ call }) => call.input.sortField === 'price'),
      'list-leaks-without-inputs': listLeaks(({ call }) =>
        Object.values(call.input).every((value) => value === undefined),
      ),
      'list-leaks-by-booking-type': listLeaks(({ call }) => call.input.bookingType !== undefined),
      'list-leaks-without-capability': listLeaks(({ call }) => call.capabilityHeader === null),
      'list-by-reference-forgets-the-account': [
        listLeaks(({ call }) => call.input.reference !== undefined),
        { on: 'list-finds-by-reference' },
      ],
      'list-leaks-cancelled-bookings-to-the-second-account': [
        'the list that is not sorted shows the second account what the first has cancelled, after its own first page',
        reaches('list', ({ status }, { reseller, call: { input } }) => {
          return reseller === 'b' && status === 'CANCELLED' && Number(input.page) > 1 && input.sortField === undefined
        }),
      ],
    },
    '5/foreign-not-counted': {
      'list-total-counts-every-account-where-pages-are-small': [
        rule('total', (_usual, _sorted, { store }) => store.serials().length),
        'list',
        { on: 'list-refuses-pages-over-50' },
      ],
      'list-total-is-kept-for-all-accounts': [
        'the total of the list is kept for a while, and not for each account by itself',
        rule('total', (usual, sorted, ctx) => {
          const asked = `total of ${JSON.stringify(ctx.call.input)}`
          const kept = ctx.state.memory.get(asked)
          if (ctx.reseller === 'b' && typeof kept === 'number') return kept
          ctx.state.memory.set(asked, usual(sorted, ctx))
          return usual(sorted, ctx)
        }),
        'list',
        { on: 'list-tells-a-total' },
      ],
    },
    '5/foreign-get-refused': {
      'get-leaks-to-other-reseller': reaches('get'),
      'get-leaks-without-capability': reaches('get', (_booking, { call }) => call.capabilityHeader === null),
      'get-leaks-confirmed-bookings': reaches('get', of('CONFIRMED')),
      'refusal-quotes-the-notes-of-a-foreign-booking': [quotesNotes(() => true), 'get'],
      'refusal-quotes-the-notes-of-a-cancelled-foreign-booking': [
        quotesNotes(({ status }) => status === 'CANCELLED'),
        'get',
      ],
      'get-by-another-id-goes-by-who-asked-first': [
        findsByAnotherIdOnceFound(),
        'get',
        { on: 'get-takes-another-id-too' },
      ],
    },
    '5/foreign-cancel-no-effect': {
      'cancel-by-another-reseller-done-without-a-word': seen(
        'get',
        changed.cancel,
        together(
          reaches('cancel'),
          answersNothing('cancel', ({ call }) => call?.reseller === 'b'),
        ),
      ),
    },
    '5/foreign-update-refused': { 'update-of-foreign-confirmed-booking-accepted': reaches('update', of('CONFIRMED')) },
    '5/foreign-cancel-refused': {
      'cancel-of-foreign-hold-accepted': reaches('cancel', of('ON_HOLD')),
      'cancel-by-another-id-of-foreign-hold-accepted': [
        reaches('cancel', of('ON_HOLD')),
        { on: 'cancel-takes-another-id' },
      ],
    },
    '4.2/availability-id-missing-refused': {
      'reserve-without-availability-seems-accepted': seems('reserve', ({ call }) => !('availabilityId' in call.input)),
    },
    '4.2/availability-id-empty-refused': {
      'reserve-of-an-empty-availability-seems-accepted': seems(
        'reserve',
        ({ call }) => call.input.availabilityId === '',
      ),
    },
    '7/reserve-unknown-availability-refused': {
      'reserve-of-unknown-availability-seems-accepted': seems('reserve', 'UNKNOWN_AVAILABILITY'),
    },
    '7/extend-confirmed-refused': { 'extend-of-confirmed-seems-accepted': seems('extend', isNow('CONFIRMED')) },
    '7/extend-cancelled-refused': { 'extend-of-cancelled-seems-accepted': seems('extend', isNow('CANCELLED')) },
    '3/confirm-cancelled-refused': { 'confirm-of-cancelled-seems-accepted': seems('confirm', isNow('CANCELLED')) },
    '7/update-not-cancellable-refused': { 'update-of-cancelled-seems-accepted': seems('update', isNow('CANCELLED')) },
    '7/update-window-passed-refused': { 'update-too-late-seems-accepted': seems('update', 'NOT_CANCELLABLE') },
    '7/update-redeemed-refused': { 'update-of-redeemed-seems-accepted': seems('update', isNow('REDEEMED')) },
    '7/cancel-window-passed-refused': { 'cancel-too-late-seems-accepted': seems('cancel', 'NOT_CANCELLABLE') },
  }),
]

/** A write that should be refused says so, and is carried out. */
function doneThough(write: Write, done: Change, when: (ctx: Context) => boolean): FaultRow {
  return seen('get', changed[write], together(done, saysRefused(write, when)))
}

function doneByAStranger(write: Write): FaultRow {
  const stranger = write === 'confirm' || write === 'extend' ? 'none' : 'wrong'
  return doneThough(write, letsIn(write, stranger), ({ call }) => isStranger(call, write, stranger))
}

/** What an operation refuses is answered as if it were done. */
function seems(operation: OperationName, when: string | ((ctx: Context) => boolean)): Break {
  return pretends(operation, (code, ctx) => (typeof when === 'string' ? code === when : when(ctx)))
}

function isUnknown({ call, store }: Context): boolean {
  return store.withId(call.id ?? '').length === 0
}

function isNow(status: BookingStatus): (ctx: Context) => boolean {
  return ({ call, store }) =>
    store.withId(call.id ?? '').some((serial) => store.versions(serial).at(-1)?.status === status)
}

function listLeaks(when: (ctx: Context) => boolean): Break {
  return reaches('list', (_booking, ctx) => when(ctx))
}

/** Wherever they would stand in the list: which page that is depends on how many there are. */
function newestOfOthers({ store, reseller }: Context): readonly Booking[] {
  const newest = store.serials().toReversed()
  return newest.flatMap((serial) => store.versions(serial).slice(-1)).filter((booking) => booking.reseller !== reseller)
}

/** A get that is refused quotes the notes of the booking that it names. */
function quotesNotes(when: (booking: Booking) => boolean): Change {
  return rule('afterReply', (usual, reply, ctx) => {
    const answered = usual(reply, ctx)
    const booking = ctx.store.versions(ctx.store.withId(ctx.call.id ?? '')[0] ?? 0).at(-1)
    if (ctx.operation !== 'get' || answered.kind !== 'refused' || !booking?.notes || !when(booking)) return answered
    return { ...answered, message: `the booking with the notes ${booking.notes} is not yours` }
  })
}

/** Get finds for others by what is not its id what its owner has read so. */
function findsByAnotherIdOnceFound(): Change {
  return rules((base) => {
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
        return isOwn || found.has(booking.id)
      },
    }
  })
}
