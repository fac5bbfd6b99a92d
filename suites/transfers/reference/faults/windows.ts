import type { Break, Fault } from '../change.js'
import { endsHolds } from '../changes/holds.js'
import { ofStatus, on, put } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { rule, seen, together } from '../changes/shown.js'
import { allows, decides, forbids, of } from '../changes/writes.js'
import type { Context } from '../context.js'
import { textOf } from '../json.js'
import type { Booking } from '../model.js'

const hour = 3_600_000
const day = 24 * hour

/** Sections 3 and 7: which bookings can be cancelled and updated, and until when. */
export const windowFaults: readonly Fault[] = faults({
  '7/cancel-not-cancellable-refused': {
    'cancel-of-a-cancelled-booking-answers-it-again': [
      'a second cancel is accepted, and answers the booking unchanged, though it shows cancellable false',
      together(
        allows('cancel', of('CANCELLED')),
        rule('applyCancel', (usual, booking, reason, ctx) =>
          booking.status === 'CANCELLED' ? booking : usual(booking, reason, ctx),
        ),
      ),
    ],
    'cancel-of-a-hold-goes-by-its-status-alone': allows('cancel', of('ON_HOLD')),
    'cancel-of-a-lapsed-hold-accepted': allows('cancel', of('EXPIRED')),
  },
  '7/update-not-cancellable-refused': { 'update-of-a-lapsed-hold-accepted': allows('update', of('EXPIRED')) },
  '3/late-start-not-cancellable': {
    'what-is-never-refunded-shown-cancellable': [
      'one of two things that can never be cancelled by their policy is cancellable until a day before its start',
      rule('cutOff', (usual, booking, ctx) =>
        booking.optionId === 'opt-finalvan' ? booking.start - day : usual(booking, ctx),
      ),
      'reserve /cancellable',
      { on: 'never-refunded-by-policy' },
    ],
  },
  '3/extend-not-cancellable-accepted': { 'extend-goes-by-cancellable': forbids('extend', isNotCancellable) },
  '3/confirm-not-cancellable-accepted': { 'confirm-goes-by-cancellable': forbids('confirm', isNotCancellable) },
  '7/extend-redeemed-refused': { 'extend-of-a-redeemed-booking-accepted': allows('extend', of('REDEEMED')) },
  '3/confirm-redeemed-changes-nothing': {
    'confirm-makes-a-redeemed-booking-ready-again': [
      allows('confirm', of('REDEEMED')),
      ['get /cancellable', 'confirm /cancellable'],
    ],
    'refused-confirm-makes-a-redeemed-booking-ready-again': [
      decides('confirm', (allowed, booking, ctx) => {
        if (booking.status === 'REDEEMED') ctx.rules.save({ ...booking, status: 'CONFIRMED' }, booking, ctx)
        return allowed
      }),
      ['get /cancellable', 'confirm /cancellable'],
    ],
  },
  '7/refused-cancel-changes-nothing': {
    'refused-cancel-leaves-its-reason': [
      decides('cancel', (allowed, booking, ctx) => {
        const { reason } = ctx.call.input
        if (!allowed && typeof reason === 'string')
          ctx.rules.save({ ...booking, cancellation: { reason, at: ctx.now } }, booking, ctx)
        return allowed
      }),
      'get /cancellation/reason',
    ],
    'refused-cancel-shows-its-reason-as-wanted': [
      together(
        decides('cancel', (allowed, { id }, ctx) => {
          if (!allowed) ctx.state.memory.set(`why a cancel was wanted of ${id}`, ctx.call.input.reason)
          return allowed
        }),
        rule('showBooking', (usual, booking, ctx) => {
          const why = ctx.state.memory.get(`why a cancel was wanted of ${booking.id}`)
          return { ...usual(booking, ctx), ...(typeof why === 'string' && { cancelWanted: { why } }) }
        }),
      ),
      'get /cancelWanted/why',
    ],
  },
  '3/window-over-not-cancellable': {
    'cut-off-an-hour-late-beside-holds-of-half-an-hour': [
      'the cancellation window of what says when it closes closes an hour late, and every hold ends after half an hour',
      together(
        closes((at) => at + hour),
        rule('holdEnd', (usual, before, _minutes, ctx) => usual(before, 30, ctx)),
      ),
      { on: 'soon-on-a-timetable' },
    ],
    'cut-off-of-one-place-an-hour-late': [closes((at) => at + hour), { on: 'soon-has-one-place-on-a-fixed-day' }],
    'cut-off-days-ahead-an-hour-late': [closes((at) => at + hour), { on: 'soon-is-days-ahead' }],
    'cut-off-five-minutes-late': closes((at) => at + hour / 12),
    'cut-off-of-one-policy-by-a-western-clock': [
      closes((at, booking) => at + (isOfOnePolicy(booking) ? 2 * hour : 0)),
      { on: 'soon-of-two-policies' },
    ],
    'cut-off-of-one-policy-ten-minutes-late-on-read': [
      reckonsAt(({ operation, now }, booking) =>
        operation === 'get' && isOfOnePolicy(booking) ? now - hour / 6 : now,
      ),
      'get /cancellable',
      { on: 'soon-of-two-policies' },
    ],
    'get-keeps-what-it-read-of-a-hold-for-a-while': [
      'get shows for a quarter of an hour what it first read of cancellable of a hold',
      on('get').answers(
        put('/cancellable', (was, { id }, { ctx }) => keptAWhile(textOf(id), was === true, ctx), ofStatus('ON_HOLD')),
      ),
    ],
    'hold-cancellable-until-it-is-confirmed': [
      'a hold stays cancellable when its window closes',
      reckonsAt(({ now }, { status, createdAt }) => (status === 'ON_HOLD' ? createdAt : now)),
      'get /cancellable',
    ],
    'cancellable-as-at-creation': [
      'cancellable is found out when a booking is made, shown by get as it was then, and gone by',
      reckonsAt((_ctx, { createdAt }) => createdAt),
      'get /cancellable',
    ],
    'list-shows-cancellable-as-at-creation': [
      reckonsAt(({ operation, now }, { createdAt }) => (operation === 'list' ? createdAt : now)),
      'list /cancellable',
    ],
  },
  '3/cancellable-inside-window': {
    'cut-off-days-ahead-an-hour-early': [closes((at) => at - hour), { on: 'soon-is-days-ahead' }],
    'cut-off-on-the-evening-before': closes((at) => Math.floor(at / day) * day - hour),
    'cut-off-of-one-policy-by-an-eastern-clock': [
      closes((at, booking) => at - (isOfOnePolicy(booking) ? 2 * hour : 0)),
      { on: 'soon-of-two-policies' },
    ],
  },
  '7/cancel-window-over-refused': {
    'cancel-an-hour-after-its-window-accepted': decides('cancel', wasCancellableAnHourAgo),
    'cancel-of-one-policy-until-the-start': [allows('cancel', isConfirmedOfOnePolicy), { on: 'soon-of-two-policies' }],
  },
  '7/update-window-over-refused': {
    'update-an-hour-after-its-window-accepted': decides('update', wasCancellableAnHourAgo),
    'update-of-one-policy-until-the-start': [allows('update', isConfirmedOfOnePolicy), { on: 'soon-of-two-policies' }],
  },
  '3/hold-outlives-window': {
    'holds-lapse-with-their-window': ['a hold runs out when its cancellation window closes', endsHolds(hasClosed)],
  },
  '3/confirm-window-over-accepted': { 'confirm-refused-once-the-window-has-closed': forbids('confirm', hasClosed) },
  '3/cancel-inside-window-allowed': {
    'cancel-closes-with-the-last-hour': [
      'cancel of a confirmed booking is refused in the last hour before its window closes, though cancellable is true',
      forbids('cancel', isConfirmedInItsLastHour),
    ],
  },
  '3/update-inside-window-allowed': {
    'update-closes-with-the-last-hour': [
      'update of a confirmed booking is refused in the last hour before its window closes, though cancellable is true',
      forbids('update', isConfirmedInItsLastHour),
    ],
    'update-of-one-policy-refused-once-confirmed': [
      forbids('update', isConfirmedOfOnePolicy),
      { on: 'soon-of-two-policies' },
    ],
  },
  '3/window-follows-start': {
    'cut-off-of-the-start-before-a-move': [
      'the cancellation window stays that of the first start when a booking is moved',
      rule('cutOff', (usual, booking, ctx) => usual(ctx.store.versions(booking.serial)[0] ?? booking, ctx)),
      'get /cancellable',
    ],
  },
})

/** The window closes at another time than it should, and get shows that. */
function closes(when: (usual: number, booking: Booking) => number): Break {
  const cutOff = rule('cutOff', (usual, booking, ctx) => when(usual(booking, ctx), booking))
  return seen('get', '/cancellable', cutOff)
}

/** Whether a booking is cancellable is reckoned by what was, or will be, at another time. */
function reckonsAt(time: (ctx: Context, booking: Booking) => number): Break {
  const cancellable = rule('cancellable', (usual, booking, ctx) => usual(booking, { ...ctx, now: time(ctx, booking) }))
  return seen('get', '/cancellable', cancellable)
}

function isOfOnePolicy({ optionId }: Booking): boolean {
  return optionId === 'opt-early'
}

function isConfirmedOfOnePolicy(booking: Booking): boolean {
  return booking.status === 'CONFIRMED' && isOfOnePolicy(booking)
}

function isNotCancellable(booking: Booking, ctx: Context): boolean {
  return !ctx.rules.cancellable(booking, ctx)
}

function wasCancellableAnHourAgo(_allowed: boolean, booking: Booking, ctx: Context): boolean {
  return ctx.rules.cancellable(booking, { ...ctx, now: ctx.now - hour })
}

/** Has the window closed on a booking that was made inside it? */
function hasClosed(booking: Booking, ctx: Context): boolean {
  const cutOff = ctx.rules.cutOff(booking, ctx)
  return booking.createdAt < cutOff && ctx.now >= cutOff
}

function isConfirmedInItsLastHour(booking: Booking, ctx: Context): boolean {
  return booking.status === 'CONFIRMED' && ctx.now >= ctx.rules.cutOff(booking, ctx) - hour
}

/** What was read under this name first, for a quarter of an hour. */
function keptAWhile(name: string, now: boolean, ctx: Context): boolean {
  // Nothing else is kept under this name.
  const kept = ctx.state.memory.get(`cancellable of ${name}`) as { value: boolean; until: number } | undefined
  if (kept !== undefined && ctx.now < kept.until) return kept.value
  ctx.state.memory.set(`cancellable of ${name}`, { value: now, until: ctx.now + hour / 4 })
  return now
}
