import type { Change } from '../change.js'
import { variants } from '../changes/rows.js'
import { rules } from '../changes/shown.js'
import type { JsonObject } from '../json.js'
import type { Slot } from '../model.js'
import type { Rules } from '../rules.js'
import type { Variant } from '../variant.js'
import { allowing } from './allowing.js'
import { moreDays } from './moreDays.js'

/** Availabilities that take a few bookings each, as the profile says. */
export const fewPlacesVariants: readonly Variant[] = variants({
  'van-takes-two': [
    'an availability of a van takes two bookings; a sedan has room for all',
    vanTakes(() => 2),
    { profile: saying(2) },
  ],
  'van-takes-three': [
    'an availability of a van takes three bookings; a sedan has room for all',
    vanTakes(() => 3),
    { profile: saying(3) },
  ],
  'van-takes-three-and-some-are-booked': [
    'an availability of a van takes three bookings, of which somebody else has one every third day',
    vanTakes(({ start }) => (new Date(start).getUTCDate() % 3 === 0 ? 2 : 3)),
    { profile: saying(3) },
  ],
  'van-takes-three-not-four': [
    'an availability of a van takes three bookings, and the profile says four',
    vanTakes(() => 3),
    { profile: saying(4) },
  ],
  'van-takes-three-and-five-open-holds': [
    'an availability of a van takes three bookings, and an account has at most five holds at a time',
    rules((base) => ({ ...allowing(5)(base), ...takes(() => 3)(base) })),
    { profile: saying(3) },
  ],
  'van-takes-three-and-holds-cannot-be-cancelled': [
    'an availability of a van takes three bookings, and a booking is cancellable only once it is confirmed',
    rules((base) => ({
      ...takes(() => 3)(base),
      cancellable: (booking, ctx) => booking.status !== 'ON_HOLD' && base.cancellable(booking, ctx),
    })),
    { profile: saying(3) },
  ],
})

function vanTakes(places: (slot: Slot) => number): Change {
  return rules(takes(places))
}

function takes(places: (slot: Slot) => number): (base: Rules) => Partial<Rules> {
  return (base) => ({
    capacity: (slot, ctx) => (slot.optionId === 'opt-van' ? places(slot) : base.capacity(slot, ctx)),
  })
}

function saying(places: number): JsonObject {
  return {
    bookable: {
      exclusive: {
        productId: 'prod-transfer',
        optionId: 'opt-van',
        defaultCurrency: 'USD',
        availability: moreDays.availability.body,
        places,
      },
    },
  }
}
