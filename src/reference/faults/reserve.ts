import { pause } from '../edit.js'
import type { Fault } from '../fault.js'

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
