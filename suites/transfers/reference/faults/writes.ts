import { findBooking } from '../bookings.js'
import type { Fault } from '../fault.js'

/** Sections 3 and 4.3: extend, confirm, update and cancel. */
export const writeFaults: readonly Fault[] = [
  {
    name: 'extend-not-saved',
    clause: '3/extend-persisted-get',
    title: 'extend answers the new hold but does not keep it',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        if (ctx.operation !== 'extend') base.save(booking, before, ctx)
      },
    }),
  },
  {
    name: 'refused-extend-changes-minutes',
    clause: '7/refused-extend-changes-nothing',
    title: 'extend with minutes out of bounds is refused, yet the booking has other minutes',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        if (ctx.operation === 'extend' && reply.kind === 'refused' && reply.code === 'INVALID_EXPIRATION')
          ctx.store.put({ ...findBooking(ctx), expirationMinutes: 200 })
        return base.afterReply(reply, ctx)
      },
    }),
  },
  {
    name: 'confirm-of-expired-accepted',
    clause: '3/confirm-expired-refused',
    title: 'a hold that has run out can still be confirmed',
    rules: (base) => ({ mayConfirm: (booking, ctx) => booking.status === 'EXPIRED' || base.mayConfirm(booking, ctx) }),
  },
  {
    name: 'update-loses-reference-after-confirm',
    clause: '4.3/update-reference-kept',
    title: 'update of a confirmed booking forgets the reference',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => {
        const updated = base.applyUpdate(booking, input, ctx)
        return booking.status === 'CONFIRMED' ? { ...updated, reference: booking.reference } : updated
      },
    }),
  },
]
