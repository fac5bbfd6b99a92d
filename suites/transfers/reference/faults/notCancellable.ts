import { faults } from '../changes/rows.js'
import { given, rule, rules, seen } from '../changes/shown.js'
import type { Change } from '../change.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking, BookingStatus } from '../model.js'
import type { Rules } from '../rules.js'
import { textOf } from '../textOf.js'

/** Sections 3 and 7: what is done to bookings that are lapsed, cancelled, redeemed, or too late to be cancelled. */
export const notCancellableFaults: readonly Fault[] = faults({
  '7/cancel-not-cancellable-refused': {
    'cancel-of-a-cancelled-booking-answers-it-again': [
      'a second cancel is accepted, and answers the booking unchanged, though it shows cancellable false',
      rules((base) => ({
        ...cancelled('CANCELLED')(base),
        applyCancel: (booking, reason, ctx) =>
          booking.status === 'CANCELLED' ? booking : base.applyCancel(booking, reason, ctx),
      })),
      'cancel',
    ],
    'cancel-of-a-hold-goes-by-its-status-alone': [
      'a hold can be cancelled whatever its cancellable says',
      rules(cancelled('ON_HOLD')),
      'cancel',
    ],
    'cancel-of-a-hold-accepted-until-an-hour-before-the-start': [
      'a hold can be cancelled until an hour before its start, though it shows cancellable false',
      rule(
        'mayCancel',
        (usual, booking, ctx) =>
          usual(booking, ctx) || (booking.status === 'ON_HOLD' && ctx.now < booking.start - hour),
      ),
      'cancel',
    ],
    'cancel-of-what-is-never-refunded-accepted': [
      'what is never refunded can be cancelled until a day before its start, though it shows cancellable false',
      given(
        'never-refunded',
        seen(
          'cancel',
          '',
          rule(
            'mayCancel',
            (usual, booking, ctx) =>
              usual(booking, ctx) || (booking.optionId === 'opt-finalvan' && ctx.now < booking.start - 24 * hour),
          ),
        ),
      ),
    ],
    'cancel-of-a-lapsed-hold-accepted': [
      'a hold that has run out can be cancelled, though it shows cancellable false',
      rules(cancelled('EXPIRED')),
      'cancel',
    ],
  },
  '7/update-not-cancellable-refused': {
    'update-of-a-lapsed-hold-accepted': [
      'a hold that has run out can be updated, though it shows cancellable false',
      rule('mayUpdate', (usual, booking, ctx) => booking.status === 'EXPIRED' || usual(booking, ctx)),
      'update',
    ],
    'update-goes-by-the-window-of-the-new-start': [
      'a booking whose window has passed can be moved to what starts later',
      rule('mayUpdate', (usual, booking, ctx) => {
        const slot = ctx.rules.slot(textOf(ctx.call.input.availabilityId ?? ''), ctx)
        return usual(slot === undefined ? booking : { ...booking, ...slot }, ctx)
      }),
      'update',
    ],
    'update-of-a-lapsed-hold-moves-its-end': [
      'an update of a hold that has run out is accepted where it names minutes, which it then shows',
      rule(
        'mayUpdate',
        (usual, booking, ctx) =>
          (booking.status === 'EXPIRED' && ctx.call.input.expirationMinutes !== undefined) || usual(booking, ctx),
      ),
      'update',
    ],
  },
  '3/late-start-not-cancellable': {
    'what-is-never-refunded-shown-cancellable': [
      'one of two things that can never be cancelled by their policy is cancellable until a day before its start',
      given(
        'never-refunded-by-policy',
        seen(
          'reserve',
          '/cancellable',
          rule('cutOff', (usual, booking, ctx) =>
            booking.optionId === 'opt-finalvan' ? booking.start - 24 * hour : usual(booking, ctx),
          ),
        ),
      ),
    ],
  },
  '3/extend-not-cancellable-accepted': {
    'extend-goes-by-cancellable': [
      'extend of a hold is refused when it is too late to cancel it',
      rule('mayExtend', (usual, booking, ctx) => usual(booking, ctx) && ctx.rules.cancellable(booking, ctx)),
      'extend',
    ],
    'extend-refused-on-the-day': [
      'extend of what starts within half a day is refused, and cancels the hold',
      endsOnTheDay('mayExtend'),
      'extend',
    ],
  },
  '7/extend-redeemed-refused': {
    'extend-of-a-redeemed-booking-accepted': [
      'extend of a redeemed booking is accepted',
      rule('mayExtend', (usual, booking, ctx) => isRedeemed(booking) || usual(booking, ctx)),
      'extend',
    ],
    'extend-answers-a-redeemed-booking-unchanged': [
      'extend of a redeemed booking answers it as it is',
      rules((base) => ({
        mayExtend: (booking, ctx) => isRedeemed(booking) || base.mayExtend(booking, ctx),
        applyExtend: (booking, minutes, ctx) =>
          isRedeemed(booking) ? booking : base.applyExtend(booking, minutes, ctx),
      })),
      'extend',
    ],
  },
  '3/confirm-redeemed-changes-nothing': {
    'confirm-makes-a-redeemed-booking-ready-again': [
      'confirm of a redeemed booking is accepted, and the booking can be used once more',
      rule('mayConfirm', (usual, booking, ctx) => isRedeemed(booking) || usual(booking, ctx)),
      ['get /cancellable', 'confirm /cancellable'],
    ],
    'refused-confirm-makes-a-redeemed-booking-ready-again': [
      'confirm of a redeemed booking is refused, and the booking can be used once more',
      rules((base) => ({
        mayConfirm: (booking, ctx) => {
          if (isRedeemed(booking)) base.save({ ...booking, status: 'CONFIRMED' }, booking, ctx)
          return base.mayConfirm(booking, ctx)
        },
      })),
      ['get /cancellable', 'confirm /cancellable'],
    ],
  },
  '3/confirm-not-cancellable-accepted': {
    'confirm-goes-by-cancellable': [
      'confirm of a hold is refused when it is too late to cancel it',
      rule('mayConfirm', (usual, booking, ctx) => usual(booking, ctx) && ctx.rules.cancellable(booking, ctx)),
      'confirm',
    ],
    'confirm-refused-on-the-day': [
      'confirm of what starts within half a day is refused, and cancels the hold',
      endsOnTheDay('mayConfirm'),
      'confirm',
    ],
  },
  '7/refused-cancel-changes-nothing': {
    'refused-cancel-leaves-its-reason': [
      'a cancel that is refused leaves its reason in the booking',
      rules((base) => ({
        mayCancel: (booking, ctx) => {
          const may = base.mayCancel(booking, ctx)
          const { reason } = ctx.call.input
          if (!may && typeof reason === 'string')
            base.save({ ...booking, cancellation: { reason, at: ctx.now } }, booking, ctx)
          return may
        },
      })),
      'get /cancellation/reason',
    ],
    'refused-cancel-shows-its-reason-as-wanted': [
      'a booking shows from then on why a cancel was wanted that was refused',
      rules((base) => ({
        mayCancel: (booking, ctx) => {
          const may = base.mayCancel(booking, ctx)
          if (!may)
            ctx.state.memory.set(`refused-cancel-shows-its-reason-as-wanted ${booking.serial}`, ctx.call.input.reason)
          return may
        },
        showBooking: (booking, ctx) => {
          const wanted = ctx.state.memory.get(`refused-cancel-shows-its-reason-as-wanted ${booking.serial}`)
          return {
            ...base.showBooking(booking, ctx),
            ...(typeof wanted === 'string' && { cancelWanted: { why: wanted } }),
          }
        },
      })),
      'get /cancelWanted/why',
    ],
  },
})

const hour = 3_600_000

/** A hold of what starts within half a day is refused, and cancelled. */
function endsOnTheDay(name: 'mayExtend' | 'mayConfirm'): Change {
  return rules((base) => ({
    [name]: (booking: Booking, ctx: Context) => {
      if (booking.status !== 'ON_HOLD' || booking.start - ctx.now > 13 * hour) return base[name](booking, ctx)
      base.save({ ...booking, status: 'CANCELLED', holdEnd: null }, booking, ctx)
      return false
    },
  }))
}

function cancelled(status: BookingStatus): (base: Rules) => Partial<Rules> {
  return (base) => ({ mayCancel: (booking, ctx) => booking.status === status || base.mayCancel(booking, ctx) })
}

function isRedeemed({ status }: Booking): boolean {
  return status === 'REDEEMED'
}
