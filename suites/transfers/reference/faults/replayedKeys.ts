import { faults } from '../changes/rows.js'
import { rules } from '../changes/shown.js'
import type { Fault } from '../fault.js'
import type { Rules } from '../rules.js'
import type { Booking, BookingStatus } from '../model.js'

const minute = 60_000

/** Section 4.2: a key that was used before does something to its booking. */
export const replayedKeyFaults: readonly Fault[] = faults({
  '4.2/same-key-hold-unchanged': {
    'replayed-key-starts-the-hold-anew': [
      'a key that is used again starts the hold of its booking anew',
      rules(
        replay((booking, now) =>
          booking.status === 'ON_HOLD' ? { ...booking, holdEnd: now + booking.expirationMinutes * minute } : booking,
        ),
      ),
      'get /status',
    ],
    'replayed-key-revives-a-hold-that-ran-out': [
      'a key that is used again puts its booking on hold again when it had run out',
      rules(replay((booking, now) => onHold(booking, 'EXPIRED', now))),
      'get /status',
    ],
    'refused-key-undoes-a-cancel': [
      'a key that is used again is a conflict, and makes a cancelled booking a confirmed one',
      rules((base) => ({
        ...replay((booking) =>
          booking.status === 'CANCELLED' && booking.confirmedAt !== null
            ? { ...booking, status: 'CONFIRMED' }
            : booking,
        )(base),
        repeatIsConflict: () => true,
      })),
      'get /status',
    ],
  },
})

/** What a repeated key makes of its booking is kept, and answered. */
function replay(make: (booking: Booking, now: number) => Booking): (base: Rules) => Partial<Rules> {
  return (base) => ({
    madeBefore: (booking, ctx) => {
      const made = make(booking, ctx.now)
      if (made !== booking) base.save(made, booking, ctx)
      return base.madeBefore(made, ctx)
    },
  })
}

function onHold(booking: Booking, from: BookingStatus, now: number): Booking {
  if (booking.status !== from) return booking
  return { ...booking, status: 'ON_HOLD', holdEnd: now + booking.expirationMinutes * minute }
}
