import { faults } from '../changes/rows.js'
import { given, rule, together } from '../changes/shown.js'
import type { Break } from '../change.js'
import { allows, decides, forbids, of } from '../changes/writes.js'
import type { Fault } from '../fault.js'
import type { Booking, Write } from '../model.js'

/** Sections 3 and 7: what is done to bookings that are lapsed, cancelled, redeemed, or too late to be cancelled. */
export const notCancellableFaults: readonly Fault[] = faults({
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
    'cancel-of-what-is-never-refunded-accepted': [
      'what is never refunded can be cancelled until a day before its start, though it shows cancellable false',
      given(
        'never-refunded',
        allows('cancel', (booking, ctx) => booking.optionId === 'opt-finalvan' && ctx.now < booking.start - 24 * hour),
      ),
      'cancel',
    ],
    'cancel-of-a-lapsed-hold-accepted': allows('cancel', of('EXPIRED')),
  },
  '7/update-not-cancellable-refused': { 'update-of-a-lapsed-hold-accepted': allows('update', of('EXPIRED')) },
  '3/late-start-not-cancellable': {
    'what-is-never-refunded-shown-cancellable': [
      'one of two things that can never be cancelled by their policy is cancellable until a day before its start',
      given(
        'never-refunded-by-policy',
        rule('cutOff', (usual, booking, ctx) =>
          booking.optionId === 'opt-finalvan' ? booking.start - 24 * hour : usual(booking, ctx),
        ),
      ),
      'reserve /cancellable',
    ],
  },
  '3/extend-not-cancellable-accepted': {
    'extend-goes-by-cancellable': forbids('extend', (booking, ctx) => !ctx.rules.cancellable(booking, ctx)),
    'extend-refused-on-the-day': [
      'extend of what starts within half a day is refused, and cancels the hold',
      endsOnTheDay('extend'),
    ],
  },
  '7/extend-redeemed-refused': { 'extend-of-a-redeemed-booking-accepted': allows('extend', of('REDEEMED')) },
  '3/confirm-redeemed-changes-nothing': {
    'confirm-makes-a-redeemed-booking-ready-again': [
      'confirm of a redeemed booking is accepted, and the booking can be used once more',
      allows('confirm', of('REDEEMED')),
      ['get /cancellable', 'confirm /cancellable'],
    ],
    'refused-confirm-makes-a-redeemed-booking-ready-again': [
      'confirm of a redeemed booking is refused, and the booking can be used once more',
      decides('confirm', (allowed, booking, ctx) => {
        if (isRedeemed(booking)) ctx.rules.save({ ...booking, status: 'CONFIRMED' }, booking, ctx)
        return allowed
      }),
      ['get /cancellable', 'confirm /cancellable'],
    ],
  },
  '3/confirm-not-cancellable-accepted': {
    'confirm-goes-by-cancellable': forbids('confirm', (booking, ctx) => !ctx.rules.cancellable(booking, ctx)),
    'confirm-refused-on-the-day': [
      'confirm of what starts within half a day is refused, and cancels the hold',
      endsOnTheDay('confirm'),
    ],
  },
  '7/refused-cancel-changes-nothing': {
    'refused-cancel-leaves-its-reason': [
      'a cancel that is refused leaves its reason in the booking',
      decides('cancel', (allowed, booking, ctx) => {
        const { reason } = ctx.call.input
        if (!allowed && typeof reason === 'string')
          ctx.rules.save({ ...booking, cancellation: { reason, at: ctx.now } }, booking, ctx)
        return allowed
      }),
      'get /cancellation/reason',
    ],
    'refused-cancel-shows-its-reason-as-wanted': [
      'a booking shows from then on why a cancel was wanted that was refused',
      together(
        decides('cancel', (allowed, booking, ctx) => {
          if (!allowed) ctx.state.memory.set(wanted(booking), ctx.call.input.reason)
          return allowed
        }),
        rule('showBooking', (usual, booking, ctx) => {
          const why = ctx.state.memory.get(wanted(booking))
          return { ...usual(booking, ctx), ...(typeof why === 'string' && { cancelWanted: { why } }) }
        }),
      ),
      'get /cancelWanted/why',
    ],
  },
})

const hour = 3_600_000

/** A hold of what starts within half a day is refused, and cancelled. */
function endsOnTheDay(operation: Write): Break {
  return decides(operation, (allowed, booking, ctx) => {
    if (booking.status !== 'ON_HOLD' || booking.start - ctx.now > 13 * hour) return allowed
    ctx.rules.save({ ...booking, status: 'CANCELLED', holdEnd: null }, booking, ctx)
    return false
  })
}

/** Under what the reason is kept for which a cancel was wanted that was refused. */
function wanted({ serial }: Booking): string {
  return `refused-cancel-shows-its-reason-as-wanted ${serial}`
}

function isRedeemed({ status }: Booking): boolean {
  return status === 'REDEEMED'
}
