import { variants } from '../changes/rows.js'
import { rules } from '../changes/shown.js'
import type { Variant } from '../variant.js'
import { exclusiveVan, vanTakes } from './van.js'

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
