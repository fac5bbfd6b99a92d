import type { Variant } from '../change.js'
import { variants } from '../changes/rows.js'
import { rules } from '../changes/shown.js'
import type { JsonObject } from '../json.js'
import type { Slot } from '../model.js'
import type { Rules } from '../rules.js'

/** More days than usual, in the words of either dialect: every booking of a run needs a slot of its own. */
export const moreDays: { readonly availability: { readonly body: JsonObject } } = {
  availability: {
    body: {
      localDateStart: '{today+30}',
      localDateEnd: '{today+60}',
      window: { from: '{today+20}', to: '{today+50}' },
    },
  },
}

/** So many bookings for an availability of a van; a sedan has room for all. */
export function vanTakes(places: (slot: Slot) => number): (base: Rules) => Pick<Rules, 'capacity'> {
  return (base) => ({
    capacity: (slot, ctx) => (slot.optionId === 'opt-van' ? places(slot) : base.capacity(slot, ctx)),
  })
}

/** What the profile of such a target says. @param more beside product, option and days */
export function exclusiveVan(more: JsonObject = {}): JsonObject {
  return {
    bookable: {
      exclusive: {
        productId: 'prod-transfer',
        optionId: 'opt-van',
        defaultCurrency: 'USD',
        availability: moreDays.availability.body,
        ...more,
      },
    },
  }
}

/** Availabilities that take a few bookings each, as the profile says. */
export const fewPlacesVariants: readonly Variant[] = variants({
  'van-takes-three': [
    'an availability of a van takes three bookings; a sedan has room for all',
    rules(vanTakes(() => 3)),
    { profile: exclusiveVan({ places: 3 }) },
  ],
  'van-takes-three-and-some-are-booked': [
    'an availability of a van takes three bookings, of which somebody else has one every third day',
    rules(vanTakes(({ start }) => (new Date(start).getUTCDate() % 3 === 0 ? 2 : 3))),
    { profile: exclusiveVan({ places: 3 }) },
  ],
  'van-takes-three-and-holds-cannot-be-cancelled': [
    'an availability of a van takes three bookings, and a booking is cancellable only once it is confirmed',
    rules((base) => ({
      ...vanTakes(() => 3)(base),
      cancellable: (booking, ctx) => booking.status !== 'ON_HOLD' && base.cancellable(booking, ctx),
    })),
    { profile: exclusiveVan({ places: 3 }) },
  ],
})
