import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'

/** What an operation that is not about it loses of a booking, or forgets of it. */
export const lossFaults: readonly Fault[] = [
  {
    name: 'extend-loses-notes',
    clause: '4.2/notes-kept',
    title: 'extend empties the notes',
    rules: (base) => ({
      applyExtend: (booking, minutes, ctx) => ({ ...base.applyExtend(booking, minutes, ctx), notes: null }),
    }),
  },
  {
    name: 'extend-prices-in-the-default-currency',
    clause: '4.2/currency-kept',
    title: "extend quotes the price anew, in the option's default currency",
    rules: (base) => ({
      applyExtend: (booking, minutes, ctx) => {
        const { optionId, start } = booking
        return { ...base.applyExtend(booking, minutes, ctx), price: ctx.rules.quote(optionId, start, 'EUR', ctx) }
      },
    }),
  },
  {
    name: 'cancelled-hold-can-be-confirmed',
    clause: '3/confirm-cancelled-refused',
    title: 'confirm looks only whether a booking was confirmed before, and so takes a hold that was cancelled',
    rules: (base) => ({
      mayConfirm: (booking, ctx) => base.mayConfirm(booking, ctx) || isCancelledHold(booking),
    }),
  },
  {
    name: 'cancelled-hold-can-be-extended',
    clause: '7/extend-cancelled-refused',
    title: 'extend looks only whether a booking was confirmed, and so takes a hold that was cancelled',
    rules: (base) => ({
      mayExtend: (booking, ctx) => base.mayExtend(booking, ctx) || isCancelledHold(booking),
    }),
  },
  {
    name: 'extend-after-an-update-not-saved',
    clause: '3/extend-persisted-get',
    title: 'the extend of a hold that was updated before is answered but not kept',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        const wasUpdated = ctx.state.history(booking.id).includes('update')
        if (ctx.operation !== 'extend' || !wasUpdated) base.save(booking, before, ctx)
      },
    }),
  },
]

function isCancelledHold(booking: Booking): boolean {
  return booking.status === 'CANCELLED' && booking.confirmedAt === null
}
