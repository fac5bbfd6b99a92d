import type { Break, Change } from '../change.js'
import { faults } from '../changes/rows.js'
import { given, rule, rules, seen, together } from '../changes/shown.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking, Reply } from '../model.js'
import { pause } from '../pause.js'

/** Section 3: availabilities that a few bookings can have, where their places are counted wrongly. Of one place, none of it shows. */
export const fewPlacesFaults: readonly Fault[] = faults({
  '3/availability-held': {
    'last-of-few-places-is-sold-twice': [
      'an availability that takes several bookings takes one more',
      ofFew(rule('capacity', (usual, slot, ctx) => usual(slot, ctx) + (usual(slot, ctx) > 1 ? 1 : 0))),
    ],
    'cancel-gives-back-two-of-few-places': [
      'a cancel gives back two places, where so many are taken',
      ofFew(givesOneMore((ctx, reply) => ctx.operation === 'cancel' && reply.kind === 'booking')),
    ],
  },
  '3/availability-held-concurrent': {
    'two-at-once-take-the-last-of-few-places': [
      'reserves that meet each count only the places that were taken before the other',
      ofFew(
        together(
          seen(
            'reserve',
            '',
            rule('capacity', (usual, slot, ctx) => {
              const [places, meet] = [usual(slot, ctx), ctx.state.inFlight('reserve') > 1]
              return places + (meet && places > 1 ? 1 : 0)
            }),
          ),
          rule('between', (usual, step, ctx) => (step === 'reserve: key looked up' ? pause(10) : usual(step, ctx))),
        ),
      ),
    ],
  },
})

/** Shows where an availability takes three bookings. */
function ofFew(change: Change): Break {
  return given('van-takes-three', seen('reserve', '', change))
}

/** Such an answer gives one place more back than it should: a count of places that never gets above all that there are. */
function givesOneMore(when: (ctx: Context, reply: Reply) => boolean): Change {
  const name = (availabilityId: string): string => `places given back too often of ${availabilityId}`
  return rules((base) => ({
    afterReply: (reply, ctx) => {
      const [serial = 0] = ctx.store.withId(ctx.call.id ?? '')
      const booking = ctx.store.versions(serial).at(-1)
      const isMeant = booking !== undefined && when(ctx, reply)
      if (isMeant && others(booking, ctx).length > ctx.state.counted(name(booking.availabilityId)))
        ctx.state.count(name(booking.availabilityId))
      return base.afterReply(reply, ctx)
    },
    capacity: (slot, ctx) => base.capacity(slot, ctx) + ctx.state.counted(name(slot.availabilityId)),
  }))
}

/** The other holds of the same availability. */
function others({ serial, availabilityId }: Booking, { store }: Context): readonly Booking[] {
  return store.ofAvailability(availabilityId).filter((each) => each.serial !== serial && each.status === 'ON_HOLD')
}
