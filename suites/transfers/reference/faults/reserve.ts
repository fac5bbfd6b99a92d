import { editBookings, pause } from '../edit.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Reply, Slot } from '../model.js'
import type { Rules } from '../rules.js'
import { textOf } from '../textOf.js'

/** Section 4.2: creating a booking, and what sections 3 and 7 say of it. */
export const reserveFaults: readonly Fault[] = [
  {
    name: 'reserve-always-refused',
    clause: '4.2/reserve-accepted',
    title: 'every reserve is refused',
    rules: (base) => ({ slot: (id, ctx) => (ctx.operation === 'reserve' ? undefined : base.slot(id, ctx)) }),
  },
  {
    name: 'reserve-answers-an-id-alone',
    clause: '4.2/reserve-accepted',
    title: 'reserve answers the id of the booking and nothing else',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation !== 'reserve') return
          for (const name of Object.keys(booking)) if (name !== 'id') delete booking[name]
        }),
    }),
  },
  {
    name: 'new-booking-is-confirmed',
    clause: '4.2/new-booking-on-hold',
    title: 'a new booking is confirmed at once',
    rules: () => ({ initialStatus: () => 'CONFIRMED' }),
  },
  {
    name: 'new-booking-with-notes-is-pending',
    clause: '4.2/new-booking-on-hold',
    title: 'a new booking with notes has status PENDING',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'reserve' && booking['notes'] !== null) booking['status'] = 'PENDING'
        }),
    }),
  },
  {
    name: 'new-booking-of-200-minutes-is-confirmed',
    clause: '4.2/new-booking-on-hold',
    title: 'a new booking of the longest hold time is confirmed at once',
    rules: (base) => ({
      initialStatus: (ctx) => (ctx.call.input.expirationMinutes === 200 ? 'CONFIRMED' : base.initialStatus(ctx)),
    }),
  },
  {
    name: 'reserve-needs-notes',
    clause: '4.2/notes-optional',
    title: 'reserve without notes is refused',
    rules: (base) => ({
      required: (ctx) => [...base.required(ctx), ...(ctx.operation === 'reserve' ? (['notes'] as const) : [])],
    }),
  },
  {
    name: 'reserve-refuses-notes',
    clause: '4.2/notes-accepted',
    title: 'reserve with notes is refused',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        !(field === 'notes' && ctx.operation === 'reserve') && base.accepts(field, value, ctx),
    }),
  },
  {
    name: 'get-shows-no-notes',
    clause: '4.2/notes-kept',
    title: 'get shows no notes',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'get') booking['notes'] = null
        }),
    }),
  },
  {
    name: 'notes-cut-at-20-characters',
    clause: '4.2/notes-kept',
    title: 'notes are cut at 20 characters',
    rules: (base) => ({
      save: (booking, before, ctx) =>
        base.save({ ...booking, notes: booking.notes?.slice(0, 20) ?? null }, before, ctx),
    }),
  },
  {
    name: 'long-hold-loses-notes',
    clause: '4.2/notes-kept',
    title: 'notes of a booking with more than 100 minutes are lost',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (Number(booking['expirationMinutes']) > 100) booking['notes'] = null
        }),
    }),
  },
  {
    name: 'reserve-takes-mistyped-notes',
    clause: '4.2/notes-mistyped-refused',
    title: 'reserve accepts notes that are a number',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        (field === 'notes' && ctx.operation === 'reserve') || base.accepts(field, value, ctx),
    }),
  },
  {
    name: 'reserve-without-availability-accepted',
    clause: '4.2/availability-id-missing-refused',
    title: 'reserve without availabilityId books something',
    rules: (base) => ({
      required: (ctx) =>
        base.required(ctx).filter((field) => field !== 'availabilityId' || ctx.operation !== 'reserve'),
      slot: (id, ctx) => base.slot(id, ctx) ?? (id === '' ? anySlot(ctx) : undefined),
    }),
  },
  {
    name: 'reserve-without-option-accepted',
    clause: '4.2/option-id-missing-refused',
    title: 'reserve without optionId is accepted',
    rules: (base) => ({
      required: (ctx) => base.required(ctx).filter((field) => field !== 'optionId' || ctx.operation !== 'reserve'),
    }),
  },
  {
    name: 'reserve-without-product-accepted',
    clause: '4.2/product-id-missing-refused',
    title: 'reserve without productId is accepted',
    rules: (base) => ({
      required: (ctx) => base.required(ctx).filter((field) => field !== 'productId' || ctx.operation !== 'reserve'),
    }),
  },
  {
    name: 'reserve-of-foreign-option-accepted',
    clause: '4.2/option-of-other-product-refused',
    title: 'reserve of an option of another product is accepted',
    rules: (base) => ({
      option: (product, option, ctx) =>
        base.option(product, option, ctx) ??
        (ctx.operation === 'reserve'
          ? ['prod-transfer', 'prod-tour', 'prod-late']
              .map((each) => base.option(each, option, ctx))
              .find((found) => found !== undefined)
          : undefined),
      fits: (slot, product, option, ctx) => ctx.operation === 'reserve' || base.fits(slot, product, option, ctx),
    }),
  },
  {
    name: 'unknown-availability-accepted',
    clause: '7/reserve-unknown-availability-refused',
    title: 'reserve of an availability that does not exist is accepted',
    rules: (base) => ({
      slot: (id, ctx) => base.slot(id, ctx) ?? (ctx.operation === 'reserve' && id !== '' ? anySlot(ctx) : undefined),
    }),
  },
  {
    name: 'unknown-availability-accepted-the-second-time',
    clause: '7/reserve-unknown-availability-refused',
    title: 'only the first reserve of an availability that does not exist is refused',
    rules: (base) => ({
      slot: (id, ctx) => {
        const found = base.slot(id, ctx)
        if (found !== undefined || ctx.operation !== 'reserve') return found
        return ctx.state.count('unknown-availability-accepted-the-second-time') > 1 ? anySlot(ctx) : undefined
      },
    }),
  },
  {
    name: 'refused-reserve-leaves-booking',
    clause: '7/refused-reserve-leaves-no-booking',
    title: 'reserve of an unknown availability is refused, yet the booking is there',
    rules: keptThoughRefused,
  },
  {
    name: 'refused-reserve-leaves-listed-booking',
    clause: '7/refused-reserve-leaves-no-booking',
    title: 'reserve of an unknown availability is refused, yet the list has a booking, of which the key knows nothing',
    rules: (base) => ({
      ...keptThoughRefused(base),
      bookingId: (serial, key, ctx) => base.bookingId(serial, isUnknown(base, ctx) ? null : key, ctx),
      keyScope: (key, ctx) => (isUnknown(base, ctx) ? null : base.keyScope(key, ctx)),
    }),
  },
  {
    name: 'reserve-refused-for-minutes-leaves-booking',
    clause: '7/refused-reserve-leaves-no-booking',
    title: 'reserve of more than 200 minutes is refused, yet the booking is there',
    rules: (base) => {
      const isLong = (ctx: Context): boolean =>
        ctx.operation === 'reserve' && Number(ctx.call.input.expirationMinutes) > 200
      return {
        acceptsMinutes: (value, ctx) => isLong(ctx) || base.acceptsMinutes(value, ctx),
        minutes: (value, ctx) => (isLong(ctx) ? 200 : base.minutes(value, ctx)),
        afterReply: (reply, ctx) =>
          base.afterReply(
            isLong(ctx) ? { kind: 'refused', code: 'BAD_REQUEST', message: 'that is too long' } : reply,
            ctx,
          ),
      }
    },
  },
  {
    name: 'reserve-refused-without-product-leaves-booking',
    clause: '7/refused-reserve-leaves-no-booking',
    title: 'reserve without productId is refused, yet the booking is there',
    rules: (base) => {
      const isWithout = (ctx: Context): boolean => ctx.operation === 'reserve' && ctx.call.input.productId === undefined
      return {
        required: (ctx) => base.required(ctx).filter((field) => field !== 'productId' || !isWithout(ctx)),
        afterReply: (reply, ctx) =>
          base.afterReply(
            isWithout(ctx) ? { kind: 'refused', code: 'BAD_REQUEST', message: 'productId is missing' } : reply,
            ctx,
          ),
      }
    },
  },
  {
    name: 'exclusive-availability-held-twice',
    clause: '3/availability-held',
    title: 'an availability that takes one booking is held by two',
    on: ['exclusive-availability'],
    rules: () => ({ capacity: () => 2 }),
  },
  {
    name: 'exclusive-availability-not-held-by-holds',
    clause: '3/availability-held',
    title: 'an availability that takes one booking is only taken once that is confirmed',
    on: ['exclusive-availability'],
    rules: (base) => ({
      occupies: (booking, ctx) => booking.status !== 'ON_HOLD' && base.occupies(booking, ctx),
    }),
  },
  {
    name: 'exclusive-availability-held-twice-at-once',
    clause: '3/availability-held-concurrent',
    title: 'an availability that takes one booking is held by two when the requests meet',
    on: ['exclusive-availability'],
    rules: (base) => ({
      between: (step, ctx) => (step === 'reserve: availability checked' ? pause(10) : base.between(step, ctx)),
    }),
  },
  {
    name: 'exclusive-availability-refused-and-booked',
    clause: '7/refused-reserve-leaves-no-booking',
    title: 'a reserve of an availability that is held is refused, and makes a booking all the same',
    on: ['exclusive-availability'],
    rules: (base) => ({
      isFree: (slot, except, ctx) => ctx.operation === 'reserve' || base.isFree(slot, except, ctx),
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        if (ctx.operation !== 'reserve' || reply.kind !== 'booking' || !reply.created) return shown
        const id = textOf(ctx.call.input.availabilityId)
        const others = ctx.store.ofAvailability(id).filter((booking) => ctx.rules.occupies(booking, ctx))
        return others.length > 1 ? { kind: 'refused', code: 'NOT_AVAILABLE', message: 'not available' } : shown
      },
    }),
  },
  {
    name: 'refused-move-frees-the-availability',
    clause: '7/refused-update-changes-nothing',
    title:
      'an update to an availability that is held is refused, and the one that the hold has is free for others then',
    on: ['exclusive-availability'],
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const { operation, call, store, state } = ctx
        const [serial] = store.withId(call.id ?? '')
        const booking = serial === undefined ? undefined : store.versions(serial).at(-1)
        if (operation === 'update' && reply.kind === 'refused' && reply.code === 'NOT_AVAILABLE' && booking)
          state.memory.set(`refused-move ${booking.serial}`, true)
        return base.afterReply(reply, ctx)
      },
      occupies: (booking, ctx) =>
        base.occupies(booking, ctx) && ctx.state.memory.get(`refused-move ${booking.serial}`) !== true,
    }),
  },
]

/** Some slot of the option that the call names: the one that a server without a check would book. */
function anySlot(ctx: Context): Slot {
  const { productId, optionId } = ctx.call.input
  const start = Math.ceil(ctx.now / 86_400_000) * 86_400_000 + 3 * 86_400_000
  return {
    availabilityId: 'opt-none_made-up',
    productId: typeof productId === 'string' ? productId : 'prod-transfer',
    optionId: typeof optionId === 'string' ? optionId : 'opt-sedan',
    start,
  }
}

function isUnknown(base: Rules, ctx: Context): boolean {
  return ctx.operation === 'reserve' && base.slot(textOf(ctx.call.input.availabilityId), ctx) === undefined
}

/** Books an availability that does not exist, and then says that it did not. */
function keptThoughRefused(base: Rules): Partial<Rules> {
  const refusal: Reply = { kind: 'refused', code: 'UNKNOWN_AVAILABILITY', message: 'there is no such availability' }
  return {
    slot: (id, ctx) => base.slot(id, ctx) ?? (isUnknown(base, ctx) ? anySlot(ctx) : undefined),
    afterReply: (reply, ctx) => base.afterReply(isUnknown(base, ctx) ? refusal : reply, ctx),
  }
}
