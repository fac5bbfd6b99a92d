import { pause } from '../edit.js'
import type { Fault } from '../fault.js'
import type { Reply } from '../model.js'

/** Section 4.2: creating a booking. */
export const reserveFaults: readonly Fault[] = [
  {
    name: 'reserve-accepts-201-minutes',
    clause: '8/expiration-max-reserve',
    title: 'reserve accepts 201 minutes',
    rules: (base) => ({
      acceptsMinutes: (value, ctx) => base.acceptsMinutes(value, ctx) || (ctx.operation === 'reserve' && value === 201),
    }),
  },
  {
    name: 'refused-reserve-leaves-booking',
    clause: '7/refused-reserve-leaves-no-booking',
    title: 'reserve of an unknown availability is refused, yet the booking is there',
    rules: (base) => ({
      slot: (id, ctx) =>
        base.slot(id, ctx) ?? {
          availabilityId: id,
          productId: 'prod-transfer',
          optionId: 'opt-sedan',
          start: ctx.now + 3e9,
        },
      afterReply: (reply, ctx) => {
        const unknown =
          ctx.operation === 'reserve' && base.slot(String(ctx.call.input.availabilityId), ctx) === undefined
        const refusal: Reply = {
          kind: 'refused',
          code: 'UNKNOWN_AVAILABILITY',
          message: 'there is no such availability',
        }
        return base.afterReply(unknown ? refusal : reply, ctx)
      },
    }),
  },
  {
    name: 'same-key-concurrent-books-twice',
    clause: '4.2/same-key-concurrent-one-booking',
    title: 'the same idempotency key makes two bookings when the requests meet',
    rules: (base) => ({
      between: (step, ctx) => (step === 'reserve: key looked up' ? pause(10) : base.between(step, ctx)),
    }),
  },
  {
    name: 'exclusive-availability-held-twice',
    clause: '3/availability-held',
    title: 'an availability that takes one booking is held by two',
    on: ['exclusive-availability'],
    rules: () => ({ capacity: () => 2 }),
  },
]
