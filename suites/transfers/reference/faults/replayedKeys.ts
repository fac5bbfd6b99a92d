import type { Break } from '../change.js'
import { on, without } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { rules, seen } from '../changes/shown.js'
import type { Fault } from '../fault.js'
import type { Json } from '../json.js'
import type { Rules } from '../rules.js'
import type { Booking, BookingStatus } from '../model.js'
import { textOf } from '../textOf.js'

const minute = 60_000

/** Section 4.2: a key that was used before does something to its booking, or is answered with other prices than were asked for. */
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
    'replayed-key-revives-a-cancelled-booking': [
      'a key that is used again puts its booking on hold again when it was cancelled',
      rules(replay((booking, now) => onHold(booking, 'CANCELLED', now))),
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
  '9/no-pricing-without-capability-reserve': {
    'replayed-key-keeps-its-prices': [
      'a key that is used again is answered with the prices of the first time, without the capability too',
      replayed((first, usual) => first ?? usual),
    ],
    'replayed-key-is-always-priced': [
      'a key that is used again is answered with prices, whether they are asked for or not',
      seen(
        'reserve',
        '/pricing',
        rules((base) => ({
          madeBefore: (booking, ctx) => {
            ctx.state.memory.set('replayed', ctx.call)
            return base.madeBefore(booking, ctx)
          },
          showsPrices: (ctx) => base.showsPrices(ctx) || ctx.state.memory.get('replayed') === ctx.call,
        })),
      ),
    ],
  },
  '1.5/pricing-in-reserve': {
    'replayed-key-keeps-having-no-prices': [
      'a key that is used again is answered without prices, where it was the first time',
      replayed((first, usual) => (first === undefined ? undefined : usual)),
    ],
    'replayed-key-is-never-priced': [
      'a key that is used again is answered without prices',
      on('reserve').answers(without('/pricing', ({ reply }) => reply.kind === 'booking' && !reply.created)),
    ],
  },
})

/** What a repeated key is answered of prices, by what the first answer had of them. */
function replayed(pricing: (first: Json | undefined, usual: Json | undefined) => Json | undefined): Break {
  const kept = new Map<string, Json | undefined>()
  const answered = rules((base) => ({
    afterReply: (reply, ctx) => {
      const shown = base.afterReply(reply, ctx)
      if (ctx.operation !== 'reserve' || shown.kind !== 'booking') return shown
      const { pricing: usual, ...rest } = shown.booking
      const id = textOf(rest['id'])
      if (shown.created) kept.set(id, usual)
      const made = shown.created ? usual : pricing(kept.get(id), usual)
      return { ...shown, booking: { ...rest, ...(made !== undefined && { pricing: made }) } }
    },
  }))
  return seen('reserve', '/pricing', answered)
}

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
