import { editBookings } from '../edit.js'
import type { Fault } from '../fault.js'
import { isRefusal, keepAnyway, someBooking } from './behindTheBack.js'
import { textOf } from '../textOf.js'

/** Cancel: sections 3, 4.3 and 7. */
export const cancelFaults: readonly Fault[] = [
  {
    name: 'cancel-of-confirmed-refused',
    clause: '4.3/cancel-accepted',
    title: 'only a hold can be cancelled',
    rules: (base) => ({ mayCancel: (booking, ctx) => booking.status !== 'CONFIRMED' && base.mayCancel(booking, ctx) }),
  },
  {
    name: 'cancel-of-referenced-refused',
    clause: '4.3/cancel-accepted',
    title: 'a confirmed booking that has a reference cannot be cancelled',
    rules: (base) => ({ mayCancel: (booking, ctx) => booking.reference === null && base.mayCancel(booking, ctx) }),
  },
  {
    name: 'cancel-with-reason-refused',
    clause: '4.3/cancel-with-reason-accepted',
    title: 'cancel refuses a reason',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        !(field === 'reason' && typeof value === 'string') && base.accepts(field, value, ctx),
    }),
  },
  {
    name: 'cancel-needs-reason',
    clause: '4.3/cancel-without-reason-accepted',
    title: 'cancel without a reason is refused',
    rules: (base) => ({
      required: (ctx) => (ctx.operation === 'cancel' ? [...base.required(ctx), 'reason'] : base.required(ctx)),
    }),
  },
  {
    name: 'cancel-not-saved',
    clause: '3/cancel-persisted-get',
    title: 'cancel answers the cancelled booking but does not keep it',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        if (ctx.operation !== 'cancel') base.save(booking, before, ctx)
      },
    }),
  },
  {
    name: 'get-shows-cancelled-as-confirmed',
    clause: '3/cancel-persisted-get',
    title: 'get shows a cancelled booking as it was before',
    rules: (base) => ({
      version: (versions, ctx) =>
        ctx.operation === 'get' && versions.at(-1)?.status === 'CANCELLED'
          ? versions.findLast(({ status }) => status !== 'CANCELLED')
          : base.version(versions, ctx),
    }),
  },
  {
    name: 'list-shows-cancelled-as-confirmed',
    clause: '3/cancel-persisted-list',
    title: 'the list shows a cancelled booking as it was before',
    rules: (base) => ({
      version: (versions, ctx) =>
        ctx.operation === 'list' && versions.at(-1)?.status === 'CANCELLED'
          ? versions.findLast(({ status }) => status !== 'CANCELLED')
          : base.version(versions, ctx),
    }),
  },
  {
    name: 'cancel-returns-to-hold',
    clause: '3/cancel-not-on-hold',
    title: 'cancel of a confirmed booking makes it a hold again',
    rules: (base) => ({
      applyCancel: (booking, reason, ctx) => ({
        ...base.applyCancel(booking, reason, ctx),
        ...(booking.status === 'CONFIRMED' && {
          status: 'ON_HOLD',
          holdEnd: ctx.rules.holdEnd(null, booking.expirationMinutes, ctx),
        }),
      }),
    }),
  },
  {
    name: 'cancel-leaves-status',
    clause: '3/cancel-changes-status',
    title: 'a cancelled booking keeps the status CONFIRMED',
    rules: (base) => ({
      applyCancel: (booking, reason, ctx) => ({ ...base.applyCancel(booking, reason, ctx), status: booking.status }),
      cancellable: (booking, ctx) => booking.cancellation === null && base.cancellable(booking, ctx),
    }),
  },
  {
    name: 'cancelled-shown-cancellable',
    clause: '3/cancelled-not-cancellable',
    title: 'cancellable of a cancelled booking is still true',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (booking['status'] === 'CANCELLED') booking['cancellable'] = true
        }),
    }),
  },
  {
    name: 'second-cancel-reopens',
    clause: '3/cancel-cancelled-changes-nothing',
    title: 'a second cancel makes the booking confirmed again',
    rules: (base) => ({
      mayCancel: (booking, ctx) => booking.status === 'CANCELLED' || base.mayCancel(booking, ctx),
      applyCancel: (booking, reason, ctx) =>
        booking.status === 'CANCELLED'
          ? { ...booking, status: 'CONFIRMED', cancellation: null }
          : base.applyCancel(booking, reason, ctx),
    }),
  },
  {
    name: 'second-cancel-wipes-reference',
    clause: '3/cancel-cancelled-changes-nothing',
    title: 'a second cancel is refused, and removes the reference',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        if (isRefusal(reply, ctx, 'cancel', 'NOT_CANCELLABLE'))
          keepAnyway(ctx, (booking) => booking.status === 'CANCELLED' && { reference: null })
        return base.afterReply(reply, ctx)
      },
    }),
  },
  {
    name: 'cancelled-comes-back',
    clause: '3/cancel-cancelled-changes-nothing',
    title: 'a cancelled booking is read as confirmed from the second time on',
    rules: (base) => ({
      version: (versions, ctx) => {
        const last = versions.at(-1)
        return ctx.operation === 'get' &&
          last?.status === 'CANCELLED' &&
          ctx.state.count(`cancelled-comes-back ${last.serial}`) > 1
          ? versions.findLast(({ status }) => status !== 'CANCELLED')
          : base.version(versions, ctx)
      },
    }),
  },
  {
    name: 'cancel-wipes-reference',
    clause: '3/cancel-changes-nothing-else',
    title: 'cancel removes the reference',
    rules: (base) => ({
      applyCancel: (booking, reason, ctx) => ({ ...base.applyCancel(booking, reason, ctx), reference: null }),
    }),
  },
  {
    name: 'cancel-writes-reason-into-notes',
    clause: '3/cancel-changes-nothing-else',
    title: 'cancel puts the reason in the place of the notes, which only get shows',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        const { reason } = ctx.call.input
        base.save(
          ctx.operation === 'cancel' && typeof reason === 'string' ? { ...booking, notes: reason } : booking,
          before,
          ctx,
        )
      },
    }),
  },
  {
    name: 'cancel-answers-another-id',
    clause: '3/cancel-changes-nothing-else',
    title: 'the answer to cancel has another id than the booking',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'cancel') booking['id'] = `cancelled-${textOf(booking['id'])}`
        }),
    }),
  },
  {
    name: 'cancel-loses-reason',
    clause: '4.3/cancel-reason-kept',
    title: 'the reason of a cancellation is not kept',
    rules: (base) => ({ applyCancel: (booking, _reason, ctx) => base.applyCancel(booking, null, ctx) }),
  },
  {
    name: 'cancel-takes-mistyped-reason',
    clause: '4.3/cancel-reason-mistyped-refused',
    title: 'cancel takes any value for the reason',
    rules: (base) => ({ accepts: (field, value, ctx) => field === 'reason' || base.accepts(field, value, ctx) }),
  },
  {
    name: 'cancel-of-unknown-id-accepted',
    clause: '4.3/cancel-unknown-id-refused',
    title: 'cancel of an id that does not exist answers some booking',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const after = base.afterReply(reply, ctx)
        return isRefusal(after, ctx, 'cancel', 'UNKNOWN_BOOKING') ? someBooking(after, ctx) : after
      },
    }),
  },
  {
    name: 'cancel-too-late-accepted',
    clause: '7/cancel-window-passed-refused',
    title: 'a confirmed booking can be cancelled when its cancellation window has passed',
    rules: (base) => ({ mayCancel: (booking, ctx) => booking.status === 'CONFIRMED' || base.mayCancel(booking, ctx) }),
  },
  {
    name: 'cancel-of-redeemed-accepted',
    clause: '7/cancel-not-cancellable-refused',
    title: 'a redeemed booking can be cancelled, though its cancellable is false',
    rules: (base) => ({ mayCancel: (booking, ctx) => booking.status === 'REDEEMED' || base.mayCancel(booking, ctx) }),
  },
  {
    name: 'refused-cancel-cancels',
    clause: '7/refused-cancel-changes-nothing',
    title: 'a cancel that is refused because it is too late is carried out all the same',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        if (isRefusal(reply, ctx, 'cancel', 'NOT_CANCELLABLE'))
          keepAnyway(ctx, (booking) => booking.status === 'CONFIRMED' && { status: 'CANCELLED' })
        return base.afterReply(reply, ctx)
      },
    }),
  },
  {
    name: 'flawed-cancel-cancels',
    clause: '7/refused-cancel-changes-nothing',
    title: 'a cancel that is refused for its reason is carried out all the same',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        if (isRefusal(reply, ctx, 'cancel', 'BAD_REQUEST'))
          keepAnyway(ctx, () => ({ status: 'CANCELLED', holdEnd: null }))
        return base.afterReply(reply, ctx)
      },
    }),
  },
  {
    name: 'refused-cancel-wipes-notes',
    clause: '7/refused-cancel-changes-nothing',
    title: 'a cancel that is refused because the booking was redeemed removes the notes',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        if (isRefusal(reply, ctx, 'cancel', 'NOT_CANCELLABLE'))
          keepAnyway(ctx, (booking) => booking.status === 'REDEEMED' && { notes: null })
        return base.afterReply(reply, ctx)
      },
    }),
  },
  {
    name: 'second-cancel-of-what-is-not-cancellable-accepted',
    clause: '7/cancel-not-cancellable-refused',
    title: 'a cancel that was refused because the booking is not cancellable is carried out when it is sent again',
    rules: (base) => ({
      mayCancel: (booking, ctx) =>
        base.mayCancel(booking, ctx) ||
        (booking.status !== 'CANCELLED' && ctx.state.count(`second-cancel ${booking.serial}`) > 1),
    }),
  },
]
