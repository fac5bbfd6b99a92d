import { faults } from '../changes/rows.js'
import { rules } from '../changes/shown.js'
import type { Fault } from '../fault.js'
import { Refused } from '../refused.js'

/** Section 5: what the key of one reseller does in the hands of another. */
export const foreignKeyFaults: readonly Fault[] = faults({
  '5/foreign-key-isolated': {
    'foreign-key-answers-what-it-may-not-read': [
      'the same reservation with the key of another reseller answers its booking, which get does not know for this one',
      rules(() => ({
        keyScope: (key) => key.toLowerCase(),
        repeatIsConflict: ({ reseller, notes }, ctx) =>
          reseller !== ctx.reseller && notes !== (ctx.call.input.notes ?? null),
        bookingId: (serial, key) => key ?? `B${serial}`,
      })),
      'reserve /id',
    ],
    'foreign-key-takes-the-booking-away': [
      'a key that another reseller uses makes the booking unknown that it was used for before',
      rules((base) => ({
        keyScope: (key) => key.toLowerCase(),
        madeBefore: (booking, ctx) => {
          if (booking.reseller === ctx.reseller) return base.madeBefore(booking, ctx)
          ctx.state.memory.set(`foreign-key-takes-the-booking-away ${booking.serial}`, true)
          return null
        },
        sees: (booking, ctx) =>
          base.sees(booking, ctx) && !ctx.state.memory.has(`foreign-key-takes-the-booking-away ${booking.serial}`),
      })),
      'get',
    ],
    'foreign-key-moves-the-booking': [
      'a key that another reseller uses is refused, and moves the booking to the account of that reseller',
      rules((base) => ({
        keyScope: (key) => key.toLowerCase(),
        madeBefore: (booking, ctx) => {
          if (ctx.reseller === null || booking.reseller === ctx.reseller) return base.madeBefore(booking, ctx)
          base.save({ ...booking, reseller: ctx.reseller }, booking, ctx)
          throw new Refused('CONFLICT', 'this idempotency key was used before')
        },
      })),
      ['reserve /id', 'get'],
    ],
  },
})
