import type { Variant } from '../change.js'
import { anything, needs, takes } from '../changes/inputs.js'
import { nothingBut, on, without } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule, rules, together } from '../changes/shown.js'
import { acceptsWith, routesNowhere, saysNotOffered } from '../changes/wires.js'
import { forbids, makes } from '../changes/writes.js'
import type { Context } from '../context.js'
import { textOf } from '../json.js'
import type { Booking } from '../model.js'

const cancelledStaysAsItIs = makes('cancel', (_made, before) => (before.status === 'CANCELLED' ? before : {}))

/** Other legal ways to update and to cancel. */
export const writeVariants: readonly Variant[] = variants({
  'updated-has-its-own-status': [
    'a confirmed booking that was updated has the status AMENDED',
    rules((base) => ({
      applyUpdate: (booking, input, ctx) => {
        if (booking.status === 'CONFIRMED') ctx.state.memory.set(`updated-has-its-own-status ${booking.serial}`, true)
        return base.applyUpdate(booking, input, ctx)
      },
      showBooking: (booking, ctx) => {
        const shown = base.showBooking(booking, ctx)
        const amended = ctx.state.memory.has(`updated-has-its-own-status ${booking.serial}`)
        return amended && booking.status === 'CONFIRMED' ? { ...shown, status: 'AMENDED' } : shown
      },
    })),
  ],
  'update-is-no-method': [
    'update is not offered, and the profile does not say so: every one is answered with 405',
    together(
      forbids('update', () => true),
      saysNotOffered('update', 405),
    ),
  ],
  'extend-is-not-implemented': [
    'extend is not offered, and the profile does not say so: every one is answered with 501',
    together(
      forbids('extend', () => true),
      saysNotOffered('extend', 501),
    ),
  ],
  'extend-is-no-route': [
    'extend is not offered, and the profile does not say so: every one is answered with 404, as any path that there is not',
    together(
      forbids('extend', () => true),
      routesNowhere('extend', (method, path) => ({ error: 'Not Found', message: `Route ${method}:${path} not found` })),
    ),
  ],
  'update-counts-from-the-reserve': [
    'the minutes of an update count from the reservation on',
    makes('update', ({ status, createdAt, expirationMinutes }, { holdEnd }) => ({
      holdEnd: status === 'ON_HOLD' ? createdAt + expirationMinutes * 60_000 : holdEnd,
    })),
  ],
  'update-without-minutes-holds-for-an-hour': [
    'an update that names no minutes is one of 60 minutes, and shows them',
    rule('applyUpdate', (usual, booking, input, ctx) =>
      usual(
        booking,
        booking.status === 'ON_HOLD' && input.expirationMinutes === undefined
          ? { ...input, expirationMinutes: 60 }
          : input,
        ctx,
      ),
    ),
    { warns: ['4.3/update-leaves-the-rest'] },
  ],
  'update-of-minutes-refused-once-confirmed': [
    'an update of a confirmed booking is refused when it names expirationMinutes',
    forbids('update', ({ status }, { call }) => status === 'CONFIRMED' && call.input.expirationMinutes !== undefined),
  ],
  'update-reprices': [
    'every update quotes the price anew',
    makes('update', ({ price }, _before, { state }) => {
      const by = state.count('update-reprices') * 100
      return { price: { ...price, total: price.total + by, original: price.original + by } }
    }),
    { warns: ['2.5/price-kept-by-update'] },
  ],
  'update-to-late-start-refused': [
    'a booking cannot be moved to what starts too soon to be cancelled',
    forbids('update', (_booking, ctx) => {
      const slot = ctx.rules.slot(textOf(ctx.call.input.availabilityId ?? ''), ctx)
      return slot !== undefined && slot.start - ctx.now <= 86_400_000
    }),
  ],
  'writes-answer-the-known-fields-alone': [
    'writes answer what the documents name of a booking, and its id; get and the list show all',
    on('reserve', 'extend', 'confirm', 'update', 'cancel').answers(
      nothingBut('id', 'status', 'cancellable', 'expirationMinutes', 'pricing'),
    ),
  ],
  'bookings-show-no-availability': [
    'bookings do not say which availability, product and option they are of',
    on().answers(without('/availabilityId'), without('/productId'), without('/optionId')),
  ],
  'update-needs-every-field': [
    'update replaces: it wants availability, product, option, minutes and reference each time',
    needs('update', 'availabilityId', 'productId', 'optionId', 'expirationMinutes', 'reference'),
  ],
  'update-of-nothing-answers-the-booking': [
    'an update that changes nothing is answered with the booking as it is, in whatever state, and update takes no reference',
    rules((base) => ({
      may: (usual, booking, ctx) =>
        base.may(usual, booking, ctx) || (ctx.operation === 'update' && asksForNothing(booking, ctx)),
      applyUpdate: (booking, input, ctx) =>
        ctx.rules.cancellable(booking, ctx) ? base.applyUpdate(booking, input, ctx) : booking,
      updatable: (ctx) => base.updatable(ctx).filter((field) => field !== 'reference'),
    })),
    { profile: { operations: { update: { reference: null } } } },
  ],
  'reason-not-shown': ['a cancelled booking does not show the reason', on().answers(without('/cancellation/reason'))],
  'cancelled-stays-cancellable': [
    'cancellable of a cancelled booking stays true: it can be updated, and cancelled to no effect',
    rules((base) => ({
      ...cancelledStaysAsItIs.rules?.(base),
      cancellable: (booking, ctx) =>
        base.cancellable(booking, ctx) || (booking.status === 'CANCELLED' && ctx.now < ctx.rules.cutOff(booking, ctx)),
    })),
    { warns: ['3/cancelled-not-cancellable'] },
  ],
  'update-and-cancel-take-any-type': [
    'update and cancel turn a reference, a reason and the receipt option of any type into what they should be',
    together(
      takes('update', 'reference', anything),
      takes('update', 'emailReceipt', anything),
      takes('cancel', 'reason', anything),
    ),
    {
      warns: [
        '4.3/update-receipt-mistyped-refused',
        '4.3/update-reference-mistyped-refused',
        '4.3/cancel-reason-mistyped-refused',
      ],
    },
  ],
  'writes-answer-202': ['update and cancel answer 202', acceptsWith(202, 'update', 'cancel')],
})

function asksForNothing(booking: Booking, { call: { input } }: Context): boolean {
  const { availabilityId = booking.availabilityId, expirationMinutes = booking.expirationMinutes } = input
  const isSame = availabilityId === booking.availabilityId && expirationMinutes === booking.expirationMinutes
  return isSame && input.emailReceipt !== true
}
