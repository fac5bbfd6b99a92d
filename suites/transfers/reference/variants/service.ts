import { editTransfer } from '../edit.js'
import type { Slot } from '../model.js'
import type { Variant } from '../variant.js'

/** Other legal decisions of the service itself. */
export const serviceVariants: readonly Variant[] = [
  {
    name: 'exclusive-availability',
    title: 'an availability takes one booking at a time',
    rules: () => ({ capacity: () => 1 }),
    // More days than usual, in the words of either dialect: every booking of a run needs a slot of its own.
    profile: {
      availability: { exclusive: true },
      operations: {
        availability: {
          body: {
            localDateStart: '{today+30}',
            localDateEnd: '{today+60}',
            window: { from: '{today+20}', to: '{today+50}' },
          },
        },
      },
    },
  },
  {
    name: 'sold-out-availability-listed',
    title: 'every other availability is sold out, and listed all the same, as not available',
    rules: (base) => ({
      isFree: (slot, except, ctx) =>
        base.isFree(slot, except, ctx) && (ctx.operation === 'availability' || !isSoldOut(slot)),
      showSlot: (slot, ctx) => ({ ...base.showSlot(slot, ctx), ...(isSoldOut(slot) && { available: false }) }),
    }),
  },
  {
    name: 'one-place-a-slot',
    title: 'an availability takes one booking at a time, which the profile does not say, and is on offer all the same',
    rules: () => ({ capacity: () => 1 }),
    profile: {
      operations: {
        availability: {
          body: {
            localDateStart: '{today+30}',
            localDateEnd: '{today+60}',
            window: { from: '{today+20}', to: '{today+50}' },
          },
        },
      },
    },
  },
  {
    name: 'availability-ids-for-one-use',
    title: 'each availability check makes one availabilityId, which can be used once',
    profile: { availability: { exclusive: true } },
    rules: (base) => ({
      slots: (option, from, to, ctx) =>
        base
          .slots(option, from, to, ctx)
          .slice(0, 1)
          .map((slot) => ({ ...slot, availabilityId: `${slot.availabilityId}~${ctx.state.count('one use')}` })),
      slot: (id, ctx) => {
        const [, usual = '', number = ''] = /^(.*)~(\d{1,6})$/.exec(id) ?? []
        const slot = number === '' ? undefined : base.slot(usual, ctx)
        return slot && { ...slot, availabilityId: id }
      },
      isFree: ({ availabilityId }, except, ctx) =>
        ctx.store.ofAvailability(availabilityId).every(({ serial }) => serial === except?.serial),
    }),
  },
  {
    name: 'ids-need-escaping',
    title: 'ids of bookings and availabilities have characters that a URL or a form must escape',
    rules: (base) => ({
      bookingId: (serial, key, ctx) => `${base.bookingId(serial, key, ctx)}/ü ?#%2F+&${serial}`,
      slots: (option, from, to, ctx) =>
        base.slots(option, from, to, ctx).map((slot) => ({ ...slot, availabilityId: `${slot.availabilityId}:+/?` })),
      slot: (id, ctx) => {
        const slot = id.endsWith(':+/?') ? base.slot(id.slice(0, -4), ctx) : undefined
        return slot && { ...slot, availabilityId: id }
      },
    }),
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

/** The second of each day. */
function isSoldOut({ start }: Slot): boolean {
  return new Date(start).getUTCHours() === 14
}
