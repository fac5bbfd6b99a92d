import { editBookings } from '../edit.js'
import type { Fault } from '../fault.js'
import type { Input, OperationName } from '../model.js'
import { anotherFor } from './extend.js'
import { textOf } from '../textOf.js'

/** Sections 3, 4.3 and 7: confirm. */
export const confirmFaults: readonly Fault[] = [
  refusing(
    'confirm-without-inputs-refused',
    '4.3/confirm-accepted',
    'confirm is refused when nothing is sent with it',
    (input) => Object.keys(input).length === 0,
  ),
  refusing(
    'confirm-needs-the-receipt-option',
    '4.3/confirm-receipt-omitted-accepted',
    'confirm is refused without the receipt option',
    (input) => input.emailReceipt === undefined,
  ),
  refusing(
    'confirm-refuses-receipt-true',
    '4.3/confirm-receipt-true-accepted',
    'confirm is refused with the receipt option true',
    (input) => input.emailReceipt === true,
  ),
  refusing(
    'confirm-refuses-receipt-false',
    '4.3/confirm-receipt-false-accepted',
    'confirm is refused with the receipt option false',
    (input) => input.emailReceipt === false,
  ),
  refusing(
    'confirm-refuses-a-reference',
    '4.3/confirm-reference-accepted',
    'confirm is refused with a reference',
    (input) => typeof input.reference === 'string',
  ),
  {
    name: 'confirm-answers-another-id',
    clause: '4.3/confirm-accepted',
    title: 'the answer to confirm has another booking id',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'confirm') booking['id'] = `${textOf(booking['id'])}-confirmed`
        }),
    }),
  },
  {
    name: 'confirm-stays-on-hold',
    clause: '3/confirm-leaves-on-hold',
    title: 'a booking that is confirmed stays ON_HOLD',
    rules: (base) => ({
      applyConfirm: (booking, input, ctx) => ({ ...base.applyConfirm(booking, input, ctx), status: 'ON_HOLD' }),
    }),
  },
  {
    name: 'confirm-answers-on-hold',
    clause: '3/confirm-leaves-on-hold',
    title: 'confirm is kept, but its answer says ON_HOLD',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'confirm') booking['status'] = 'ON_HOLD'
        }),
    }),
  },
  {
    name: 'confirm-not-saved',
    clause: '3/confirm-persisted-get',
    title: 'confirm is answered but not kept',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        if (ctx.operation !== 'confirm') base.save(booking, before, ctx)
      },
    }),
  },
  {
    name: 'confirm-after-extend-not-saved',
    clause: '3/confirm-persisted-get',
    title: 'confirm of a booking that was extended is answered but not kept',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        if (ctx.operation !== 'confirm' || !ctx.state.history(booking.id).includes('extend'))
          base.save(booking, before, ctx)
      },
    }),
  },
  {
    name: 'list-shows-confirmed-as-on-hold',
    clause: '3/confirm-persisted-list',
    title: 'the list shows confirmed bookings ON_HOLD',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'list' && booking['status'] === 'CONFIRMED') booking['status'] = 'ON_HOLD'
        }),
    }),
  },
  {
    name: 'list-leaves-out-what-confirm-changed',
    clause: '3/confirm-persisted-list',
    title: 'the list leaves out bookings with a reference',
    rules: (base) => ({
      isListed: (booking, ctx) =>
        base.isListed(booking, ctx) && !(booking.status === 'CONFIRMED' && booking.reference !== null),
    }),
  },
  losing('confirm-answers-no-reference', '4.3/confirm-reference-kept-answer', 'the answer to confirm', 'confirm'),
  losing('get-shows-no-reference', '4.3/confirm-reference-kept-get', 'get', 'get'),
  losing('list-shows-no-reference', '4.3/confirm-reference-kept-list', 'the list', 'list'),
  {
    name: 'confirm-reference-not-saved',
    clause: '4.3/confirm-reference-kept-get',
    title: 'confirm answers the reference but does not keep it',
    rules: (base) => ({
      save: (booking, before, ctx) =>
        base.save(
          ctx.operation === 'confirm' && before !== null ? { ...booking, reference: before.reference } : booking,
          before,
          ctx,
        ),
    }),
  },
  {
    name: 'list-cuts-references',
    clause: '4.3/confirm-reference-kept-list',
    title: 'the list shows the first 20 characters of a reference',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'list' && typeof booking['reference'] === 'string')
            booking['reference'] = booking['reference'].slice(0, 20)
        }),
    }),
  },
  {
    name: 'second-confirm-changes-reference',
    clause: '3/confirm-twice-changes-nothing',
    title: 'a second confirm is accepted and changes the reference',
    on: ['confirm-is-idempotent'],
    rules: () => ({
      applyConfirm: (booking, { reference }, ctx) => ({
        ...booking,
        status: 'CONFIRMED',
        holdEnd: null,
        confirmedAt: booking.confirmedAt ?? ctx.now,
        updatedAt: ctx.now,
        reference: reference ?? booking.reference,
      }),
    }),
  },
  {
    name: 'second-confirm-answered-unchanged-but-saved',
    clause: '3/confirm-twice-changes-nothing',
    title: 'a second confirm answers the booking unchanged, and yet loses its reference',
    on: ['confirm-is-idempotent'],
    rules: (base) => ({
      save: (booking, before, ctx) =>
        base.save(
          ctx.operation === 'confirm' && before?.status === 'CONFIRMED' ? { ...booking, reference: null } : booking,
          before,
          ctx,
        ),
    }),
  },
  {
    name: 'second-confirm-cancels',
    clause: '3/confirm-twice-changes-nothing',
    title: 'a second confirm is accepted and cancels the booking',
    rules: (base) => ({
      mayConfirm: (booking, ctx) => booking.status === 'CONFIRMED' || base.mayConfirm(booking, ctx),
      applyConfirm: (booking, input, ctx) =>
        booking.status === 'CONFIRMED' ? base.applyCancel(booking, null, ctx) : base.applyConfirm(booking, input, ctx),
    }),
  },
  {
    name: 'second-confirm-refused-but-heeded',
    clause: '7/refused-confirm-changes-nothing',
    title: 'a second confirm is refused, and yet changes the reference',
    rules: (base) => ({
      mayConfirm: (booking, ctx) => {
        const { reference } = ctx.call.input
        if (booking.status === 'CONFIRMED' && typeof reference === 'string')
          base.save({ ...booking, reference }, booking, ctx)
        return base.mayConfirm(booking, ctx)
      },
    }),
  },
  {
    name: 'confirm-of-cancelled-accepted',
    clause: '3/confirm-cancelled-refused',
    title: 'a cancelled booking can be confirmed',
    rules: (base) => ({
      mayConfirm: (booking, ctx) => booking.status === 'CANCELLED' || base.mayConfirm(booking, ctx),
    }),
  },
  {
    name: 'refused-confirm-revives-cancelled',
    clause: '7/refused-confirm-changes-nothing',
    title: 'confirm of a cancelled booking is refused, and yet confirms it',
    rules: (base) => ({
      mayConfirm: (booking, ctx) => {
        if (booking.status === 'CANCELLED') base.save({ ...booking, status: 'CONFIRMED' }, booking, ctx)
        return base.mayConfirm(booking, ctx)
      },
    }),
  },
  {
    name: 'refused-confirm-confirms-expired',
    clause: '7/refused-confirm-changes-nothing',
    title: 'confirm of a hold that has run out is refused, and yet confirms it',
    rules: (base) => ({
      mayConfirm: (booking, ctx) => {
        if (booking.status === 'EXPIRED') base.save(base.applyConfirm(booking, {}, ctx), booking, ctx)
        return base.mayConfirm(booking, ctx)
      },
    }),
  },
  {
    name: 'confirm-with-wrong-inputs-refused-but-done',
    clause: '7/refused-confirm-changes-nothing',
    title: 'confirm with a reference that is no text is refused after it was carried out',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const [serial] = ctx.store.withId(ctx.call.id ?? '')
        const booking = serial === undefined ? undefined : ctx.store.versions(serial).at(-1)
        const wrong = typeof ctx.call.input.reference === 'number'
        if (ctx.operation === 'confirm' && reply.kind === 'refused' && wrong && booking?.status === 'ON_HOLD')
          ctx.store.put(base.applyConfirm(booking, {}, ctx))
        return base.afterReply(reply, ctx)
      },
    }),
  },
  {
    name: 'confirm-of-unknown-id-answers-another',
    clause: '4.3/confirm-unknown-id-refused',
    title: 'confirm of a booking that does not exist answers another one',
    rules: (base) => ({ afterReply: (reply, ctx) => anotherFor('confirm', base.afterReply(reply, ctx), ctx) }),
  },
  {
    name: 'confirm-takes-text-for-receipt',
    clause: '4.3/confirm-receipt-mistyped-refused',
    title: 'confirm accepts a text as the receipt option',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        base.accepts(field, value, ctx) ||
        (ctx.operation === 'confirm' && field === 'emailReceipt' && typeof value === 'string'),
    }),
  },
  {
    name: 'confirm-takes-number-for-reference',
    clause: '4.3/confirm-reference-mistyped-refused',
    title: 'confirm accepts a number as the reference',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        base.accepts(field, value, ctx) ||
        (ctx.operation === 'confirm' && field === 'reference' && typeof value === 'number'),
    }),
  },
  {
    name: 'receipt-costs-extra',
    clause: '2.5/price-kept-by-confirm',
    title: 'a confirm with the receipt option true adds a fee to the price',
    rules: (base) => ({
      applyConfirm: (booking, input, ctx) => {
        const confirmed = base.applyConfirm(booking, input, ctx)
        const { price } = confirmed
        return input.emailReceipt === true ? { ...confirmed, price: { ...price, total: price.total + 150 } } : confirmed
      },
    }),
  },
  {
    name: 'confirm-raises-the-price',
    clause: '2.5/price-kept-by-confirm',
    title: 'confirm quotes the price anew, a tenth higher',
    rules: (base) => ({
      applyConfirm: (booking, input, ctx) => {
        const confirmed = base.applyConfirm(booking, input, ctx)
        const { total } = confirmed.price
        return { ...confirmed, price: { ...confirmed.price, total: total + Math.round(total / 10) } }
      },
    }),
  },
  {
    name: 'confirm-refused-in-the-last-minute',
    clause: '3/confirm-until-end',
    title: 'confirm is refused while a hold has less than a minute left',
    rules: (base) => ({
      mayConfirm: (booking, ctx) =>
        base.mayConfirm(booking, ctx) && (booking.holdEnd === null || booking.holdEnd - ctx.now > 60_000),
    }),
  },
  {
    name: 'receipt-drops-the-reference',
    clause: '4.3/confirm-reference-kept-get',
    title: 'a confirm with the receipt option true does not keep the reference',
    rules: (base) => ({
      applyConfirm: (booking, { reference, ...input }, ctx) =>
        base.applyConfirm(
          booking,
          { ...input, ...(input.emailReceipt !== true && reference !== undefined && { reference }) },
          ctx,
        ),
    }),
  },
]

function refusing(name: string, clause: string, title: string, when: (input: Input) => boolean): Fault {
  return {
    name,
    clause,
    title,
    rules: (base) => ({ mayConfirm: (booking, ctx) => base.mayConfirm(booking, ctx) && !when(ctx.call.input) }),
  }
}

function losing(name: string, clause: string, where: string, operation: OperationName): Fault {
  return {
    name,
    clause,
    title: `${where} shows no reference`,
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === operation) booking['reference'] = null
        }),
    }),
  }
}
