import { editBookings } from '../edit.js'
import { isObject } from '../json.js'
import type { Variant } from '../variant.js'
import { textOf } from '../textOf.js'

/** Other legal ways to update and to cancel. */
export const writeVariants: readonly Variant[] = [
  {
    name: 'updated-has-its-own-status',
    title: 'a confirmed booking that was updated has the status AMENDED',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => {
        if (booking.status === 'CONFIRMED') ctx.state.memory.set(`updated-has-its-own-status ${booking.serial}`, true)
        return base.applyUpdate(booking, input, ctx)
      },
      showBooking: (booking, ctx) => {
        const shown = base.showBooking(booking, ctx)
        const amended = ctx.state.memory.has(`updated-has-its-own-status ${booking.serial}`)
        return amended && booking.status === 'CONFIRMED' ? { ...shown, status: 'AMENDED' } : shown
      },
    }),
  },
  {
    name: 'update-leaves-hold-end',
    title: 'an update of expirationMinutes does not move the end of the hold',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => ({ ...base.applyUpdate(booking, input, ctx), holdEnd: booking.holdEnd }),
    }),
  },
  {
    name: 'update-of-minutes-refused-once-confirmed',
    title: 'an update of a confirmed booking is refused when it names expirationMinutes',
    rules: (base) => ({
      mayUpdate: (booking, ctx) =>
        !(booking.status === 'CONFIRMED' && ctx.call.input.expirationMinutes !== undefined) &&
        base.mayUpdate(booking, ctx),
    }),
  },
  {
    name: 'update-reprices',
    title: 'every update quotes the price anew',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => {
        const updated = base.applyUpdate(booking, input, ctx)
        const by = ctx.state.count('update-reprices') * 100
        return {
          ...updated,
          price: { ...updated.price, total: updated.price.total + by, original: updated.price.original + by },
        }
      },
    }),
  },
  {
    name: 'update-to-late-start-refused',
    title: 'a booking cannot be moved to what starts too soon to be cancelled',
    rules: (base) => ({
      mayUpdate: (booking, ctx) => {
        const slot = ctx.rules.slot(textOf(ctx.call.input.availabilityId ?? ''), ctx)
        return (slot === undefined || slot.start - ctx.now > 86_400_000) && base.mayUpdate(booking, ctx)
      },
    }),
  },
  {
    name: 'bookings-show-no-availability',
    title: 'bookings do not say which availability, product and option they are of',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          delete booking['availabilityId']
          delete booking['productId']
          delete booking['optionId']
        }),
    }),
  },
  {
    name: 'update-needs-every-field',
    title: 'update replaces: it wants availability, product, option, minutes and reference each time',
    rules: (base) => ({
      required: (ctx) => [
        ...base.required(ctx),
        ...(ctx.operation === 'update'
          ? (['availabilityId', 'productId', 'optionId', 'expirationMinutes', 'reference'] as const)
          : []),
      ],
    }),
  },
  {
    name: 'reason-not-shown',
    title: 'a cancelled booking does not show the reason',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (isObject(booking['cancellation'])) delete booking['cancellation']['reason']
        }),
    }),
  },
  {
    name: 'cancelled-stays-cancellable',
    title: 'cancellable of a cancelled booking stays true: it can be updated, and cancelled to no effect',
    warns: ['3/cancelled-not-cancellable'],
    rules: (base) => ({
      cancellable: (booking, ctx) =>
        base.cancellable(booking, ctx) || (booking.status === 'CANCELLED' && ctx.now < ctx.rules.cutOff(booking, ctx)),
      applyCancel: (booking, reason, ctx) =>
        booking.status === 'CANCELLED' ? booking : base.applyCancel(booking, reason, ctx),
    }),
  },
  {
    name: 'cancelled-not-listed',
    title: 'the list leaves cancelled bookings out',
    rules: (base) => ({
      isListed: (booking, ctx) => booking.status !== 'CANCELLED' && base.isListed(booking, ctx),
    }),
  },
  {
    name: 'holds-are-not-cancellable',
    title: 'cancellable is false until a booking is confirmed',
    rules: (base) => ({
      cancellable: (booking, ctx) => booking.status !== 'ON_HOLD' && base.cancellable(booking, ctx),
    }),
  },
  {
    name: 'update-and-cancel-take-any-type',
    title: 'update and cancel turn a reference, a reason and the receipt option of any type into what they should be',
    warns: [
      '4.3/update-receipt-mistyped-refused',
      '4.3/update-reference-mistyped-refused',
      '4.3/cancel-reason-mistyped-refused',
    ],
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        ((ctx.operation === 'update' || ctx.operation === 'cancel') &&
          (field === 'reference' || field === 'reason' || field === 'emailReceipt')) ||
        base.accepts(field, value, ctx),
    }),
  },
  {
    name: 'writes-answer-202',
    title: 'update and cancel answer 202',
    wire: (base) => ({
      successStatus: (status, exchange) =>
        exchange.operation === 'update' || exchange.operation === 'cancel' ? 202 : base.successStatus(status, exchange),
    }),
  },
]
