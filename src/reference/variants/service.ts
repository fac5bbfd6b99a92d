import { editTransfer } from '../edit.js'
import type { Variant } from '../variant.js'

/** Other legal decisions of the service itself. */
export const serviceVariants: readonly Variant[] = [
  {
    name: 'exclusive-availability',
    title: 'an availability takes one booking at a time',
    rules: () => ({ capacity: () => 1 }),
    profile: { availability: { exclusive: true } },
  },
  {
    name: 'confirm-is-idempotent',
    title: 'confirm of a confirmed booking answers it unchanged',
    rules: (base) => ({
      mayConfirm: (booking, ctx) => booking.status === 'CONFIRMED' || base.mayConfirm(booking, ctx),
      applyConfirm: (booking, input, ctx) =>
        booking.status === 'CONFIRMED' ? booking : base.applyConfirm(booking, input, ctx),
    }),
  },
  {
    name: 'expired-hold-is-gone',
    title: 'a hold that has run out is not found any more',
    rules: (base) => ({ sees: (booking, ctx) => booking.status !== 'EXPIRED' && base.sees(booking, ctx) }),
  },
  {
    name: 'distance-in-miles',
    title: 'distanceUnit is MI',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editTransfer(base.afterReply(reply, ctx), (transfer) => {
          transfer['distanceUnit'] = 'MI'
        }),
    }),
  },
]
