import { editBookings } from '../edit.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking, OperationName } from '../model.js'
import { isRefusal, keepAnyway, someBooking } from './behindTheBack.js'

/** Update: sections 3, 4.3, 7 and 8. */
export const updateFaults: readonly Fault[] = [
  {
    name: 'update-of-hold-refused',
    clause: '3/update-on-hold-allowed',
    title: 'a booking can only be updated once it is confirmed',
    rules: (base) => ({ mayUpdate: (booking, ctx) => booking.status !== 'ON_HOLD' && base.mayUpdate(booking, ctx) }),
  },
  {
    name: 'second-update-of-hold-refused',
    clause: '3/update-on-hold-allowed',
    title: 'a hold can be updated four times and no more',
    rules: (base) => ({
      mayUpdate: (booking, ctx) =>
        !(
          booking.status === 'ON_HOLD' &&
          updates(booking, ctx) > 2 &&
          ctx.call.input.expirationMinutes === undefined
        ) && base.mayUpdate(booking, ctx),
    }),
  },
  {
    name: 'update-of-confirmed-refused',
    clause: '3/update-confirmed-allowed',
    title: 'a booking can only be updated until it is confirmed',
    rules: (base) => ({ mayUpdate: (booking, ctx) => booking.status !== 'CONFIRMED' && base.mayUpdate(booking, ctx) }),
  },
  {
    name: 'second-update-of-confirmed-refused',
    clause: '3/update-confirmed-allowed',
    title: 'a confirmed booking can be updated once only',
    rules: (base) => ({
      mayUpdate: (booking, ctx) =>
        !(booking.status === 'CONFIRMED' && lastWrite(booking.id, ctx) === 'update') && base.mayUpdate(booking, ctx),
    }),
  },
  {
    name: 'update-of-many-fields-refused',
    clause: '4.3/update-accepted',
    title: 'update takes two fields at a time at most',
    rules: (base) => ({
      mayUpdate: (booking, ctx) => Object.keys(ctx.call.input).length < 3 && base.mayUpdate(booking, ctx),
    }),
  },
  {
    name: 'update-of-availability-refused',
    clause: '4.3/update-accepted',
    title: 'update refuses another availability than the one that is held',
    rules: (base) => ({
      mayUpdate: (booking, ctx) =>
        (ctx.call.input.availabilityId ?? booking.availabilityId) === booking.availabilityId &&
        base.mayUpdate(booking, ctx),
    }),
  },
  {
    name: 'update-needs-receipt-option',
    clause: '4.3/update-receipt-omitted-accepted',
    title: 'update without the receipt option is refused',
    rules: (base) => ({
      required: (ctx) => (ctx.operation === 'update' ? [...base.required(ctx), 'emailReceipt'] : base.required(ctx)),
    }),
  },
  {
    name: 'update-refuses-receipt-false',
    clause: '4.3/update-receipt-false-accepted',
    title: 'update refuses the receipt option when it is false',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        !(ctx.operation === 'update' && field === 'emailReceipt' && value === false) && base.accepts(field, value, ctx),
    }),
  },
  {
    name: 'update-refuses-receipt-true',
    clause: '4.3/update-receipt-true-accepted',
    title: 'update refuses the receipt option when it is true',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        !(ctx.operation === 'update' && field === 'emailReceipt' && value === true) && base.accepts(field, value, ctx),
    }),
  },
  {
    name: 'update-of-hold-not-saved',
    clause: '3/update-persisted-get',
    title: 'update answers the changed hold but does not keep it',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        if (ctx.operation !== 'update' || booking.status !== 'ON_HOLD') base.save(booking, before, ctx)
      },
    }),
  },
  {
    name: 'second-update-not-saved',
    clause: '3/update-persisted-get',
    title: 'the second of two updates in a row is answered but not kept',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        if (ctx.operation !== 'update' || lastWrite(booking.id, ctx) !== 'update') base.save(booking, before, ctx)
      },
    }),
  },
  {
    name: 'get-is-stale-after-update',
    clause: '3/update-persisted-get',
    title: 'get shows a confirmed booking as it was before its last update',
    rules: (base) => ({
      version: (versions, ctx) =>
        ctx.operation === 'get' && isJustUpdated(versions, ctx) && versions.at(-1)?.status === 'CONFIRMED'
          ? versions.at(-2)
          : base.version(versions, ctx),
    }),
  },
  {
    name: 'list-is-stale-after-update',
    clause: '3/update-persisted-list',
    title: 'the list shows a booking as it was before its last update',
    rules: (base) => ({
      version: (versions, ctx) =>
        ctx.operation === 'list' && isJustUpdated(versions, ctx) ? versions.at(-2) : base.version(versions, ctx),
    }),
  },
  {
    name: 'update-loses-availability',
    clause: '4.3/update-availability-id-kept',
    title: 'update accepts another availability and keeps the old one',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => ({
        ...base.applyUpdate(booking, input, ctx),
        availabilityId: booking.availabilityId,
      }),
    }),
  },
  {
    name: 'update-loses-product',
    clause: '4.3/update-product-id-kept',
    title: 'update accepts another product and keeps the old one',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => ({
        ...base.applyUpdate(booking, input, ctx),
        productId: booking.productId,
      }),
    }),
  },
  {
    name: 'update-loses-option',
    clause: '4.3/update-option-id-kept',
    title: 'update accepts another option and keeps the old one',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => ({ ...base.applyUpdate(booking, input, ctx), optionId: booking.optionId }),
    }),
  },
  {
    name: 'update-loses-minutes',
    clause: '4.3/update-expiration-minutes-kept',
    title: 'update accepts expirationMinutes and keeps the old ones',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => ({
        ...base.applyUpdate(booking, input, ctx),
        expirationMinutes: booking.expirationMinutes,
      }),
    }),
  },
  {
    name: 'update-loses-minutes-among-others',
    clause: '4.3/update-expiration-minutes-kept',
    title: 'update keeps expirationMinutes only when they come alone',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => ({
        ...base.applyUpdate(booking, input, ctx),
        ...(Object.keys(ctx.call.input).length > 1 && { expirationMinutes: booking.expirationMinutes }),
      }),
    }),
  },
  {
    name: 'update-loses-reference-on-hold',
    clause: '4.3/update-reference-kept',
    title: 'update of a hold forgets the reference',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => {
        const updated = base.applyUpdate(booking, input, ctx)
        return booking.status === 'ON_HOLD' ? { ...updated, reference: booking.reference } : updated
      },
    }),
  },
  {
    name: 'update-loses-reference-among-others',
    clause: '4.3/update-reference-kept',
    title: 'update forgets the reference when it moves the booking at the same time',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => {
        const updated = base.applyUpdate(booking, input, ctx)
        return input.slot === undefined ? updated : { ...updated, reference: booking.reference }
      },
    }),
  },
  {
    name: 'update-keeps-first-reference',
    clause: '4.3/update-reference-kept',
    title: 'a reference that was set by an update cannot be changed by another',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => ({
        ...base.applyUpdate(booking, input, ctx),
        ...(booking.reference !== null && { reference: booking.reference }),
      }),
    }),
  },
  {
    name: 'update-takes-mistyped-receipt',
    clause: '4.3/update-receipt-mistyped-refused',
    title: 'update takes any value for the receipt option',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        (ctx.operation === 'update' && field === 'emailReceipt') || base.accepts(field, value, ctx),
    }),
  },
  {
    name: 'update-takes-mistyped-reference',
    clause: '4.3/update-reference-mistyped-refused',
    title: 'update takes any value for the reference',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        (ctx.operation === 'update' && field === 'reference') || base.accepts(field, value, ctx),
    }),
  },
  {
    name: 'update-wipes-notes',
    clause: '4.3/update-leaves-the-rest',
    title: 'update removes the notes unless they are sent again',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => ({ ...base.applyUpdate(booking, input, ctx), notes: input.notes ?? null }),
    }),
  },
  {
    name: 'update-resets-minutes',
    clause: '4.3/update-leaves-the-rest',
    title: 'update sets expirationMinutes to 30 unless they are sent again',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) =>
        base.applyUpdate(booking, { ...input, expirationMinutes: input.expirationMinutes ?? 30 }, ctx),
    }),
  },
  {
    name: 'update-of-unknown-id-accepted',
    clause: '4.3/update-unknown-id-refused',
    title: 'update of an id that does not exist answers some booking',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const after = base.afterReply(reply, ctx)
        return isRefusal(after, ctx, 'update', 'UNKNOWN_BOOKING') ? someBooking(after, ctx) : after
      },
    }),
  },
  {
    name: 'update-of-cancelled-accepted',
    clause: '7/update-not-cancellable-refused',
    title: 'a cancelled booking can be updated, though its cancellable is false',
    rules: (base) => ({ mayUpdate: (booking, ctx) => booking.status === 'CANCELLED' || base.mayUpdate(booking, ctx) }),
  },
  {
    name: 'update-too-late-accepted-on-hold',
    clause: '7/update-window-passed-refused',
    title: 'a hold can be updated when its cancellation window has passed',
    rules: (base) => ({ mayUpdate: (booking, ctx) => booking.status === 'ON_HOLD' || base.mayUpdate(booking, ctx) }),
  },
  {
    name: 'update-too-late-accepted-once-confirmed',
    clause: '7/update-window-passed-refused',
    title: 'a confirmed booking can be updated when its cancellation window has passed',
    rules: (base) => ({ mayUpdate: (booking, ctx) => booking.status === 'CONFIRMED' || base.mayUpdate(booking, ctx) }),
  },
  {
    name: 'update-of-redeemed-accepted',
    clause: '7/update-redeemed-refused',
    title: 'a redeemed booking can be updated',
    rules: (base) => ({ mayUpdate: (booking, ctx) => booking.status === 'REDEEMED' || base.mayUpdate(booking, ctx) }),
  },
  {
    name: 'late-start-shown-cancellable',
    clause: '3/late-start-not-cancellable',
    title: 'cancellable is true though the cancellation window has passed, and only update and cancel know better',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (booking['status'] === 'ON_HOLD' || booking['status'] === 'CONFIRMED') booking['cancellable'] = true
        }),
    }),
  },
  {
    name: 'late-start-shown-cancellable-once-confirmed',
    clause: '3/late-start-not-cancellable',
    title: 'cancellable of a confirmed booking is true though the cancellation window has passed',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (booking['status'] === 'CONFIRMED') booking['cancellable'] = true
        }),
    }),
  },
  {
    name: 'cut-off-at-start',
    clause: '3/late-start-not-cancellable',
    title: 'bookings can be cancelled and updated until they start',
    rules: () => ({ cutOff: (booking) => booking.start }),
  },
  {
    name: 'redeemed-shown-cancellable',
    clause: '3/redeemed-not-cancellable',
    title: 'cancellable of a redeemed booking is true',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (booking['status'] === 'REDEEMED') booking['cancellable'] = true
        }),
    }),
  },
  {
    name: 'refused-update-keeps-reference',
    clause: '7/refused-update-changes-nothing',
    title: 'an update that is refused because it is too late changes the reference all the same',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const { reference } = ctx.call.input
        if (isRefusal(reply, ctx, 'update', 'NOT_CANCELLABLE') && typeof reference === 'string')
          keepAnyway(ctx, () => ({ reference }))
        return base.afterReply(reply, ctx)
      },
    }),
  },
  {
    name: 'flawed-update-keeps-what-is-good',
    clause: '7/refused-update-changes-nothing',
    title: 'an update that is refused for its minutes changes the reference that came with them',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const { reference } = ctx.call.input
        if (isRefusal(reply, ctx, 'update', 'INVALID_EXPIRATION') && typeof reference === 'string')
          keepAnyway(ctx, () => ({ reference }))
        return base.afterReply(reply, ctx)
      },
    }),
  },
  {
    name: 'flawed-update-ends-hold',
    clause: '7/refused-update-changes-nothing',
    title: 'a hold is cancelled when an update of it names an unknown availability',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        if (isRefusal(reply, ctx, 'update', 'UNKNOWN_AVAILABILITY'))
          keepAnyway(ctx, () => ({ status: 'CANCELLED', holdEnd: null }))
        return base.afterReply(reply, ctx)
      },
    }),
  },
]

function updates(booking: Booking, ctx: Context): number {
  return ctx.state.history(booking.id).filter((operation) => operation === 'update').length
}

function isJustUpdated(versions: readonly Booking[], ctx: Context): boolean {
  return versions.length > 1 && lastWrite(versions.at(-1)?.id ?? '', ctx) === 'update'
}

function lastWrite(id: string, ctx: Context): OperationName | undefined {
  return ctx.state.history(id).findLast((operation) => operation !== 'get' && operation !== 'list')
}
