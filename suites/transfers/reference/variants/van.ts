import type { JsonObject } from '../json.js'
import type { Slot } from '../model.js'
import type { Rules } from '../rules.js'
import { moreDays } from './moreDays.js'

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
