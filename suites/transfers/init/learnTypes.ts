import type { Json } from '../vocabulary/index.js'
import { bookingIds } from './bookingPlaces.js'
import { itemsIn } from './itemsIn.js'
import { askFor, type Learning } from './learning.js'
import { named } from './others.js'

/**
 * Of which booking type the standard product is, and something of another one: as the products say, where the list knows their words. In
 * the list of the one is what was booked, in that of the other it is not.
 */
export async function learnTypes(learning: Learning): Promise<void> {
  const { sold, plain, interview } = learning
  const { draft, bookings } = interview
  const standard = ['bookable', 'standard', 'bookingType']
  const items = draft.read(['operations', 'list', 'items'])
  const isKnown = typeof draft.read(['operations', 'list', 'bookingType']) === 'string'
  const { type } = sold
  if (!isKnown || type === undefined || typeof items !== 'string' || draft.read(standard) !== undefined) return
  const ours = new Set(bookings.flatMap(({ id }) => id ?? []))
  /** Number of the request that lists what was booked, or does not; null: it was not accepted. */
  const listed = async (bookingType: string): Promise<{ readonly n: number; readonly hasOurs: boolean } | null> => {
    const heard = await askFor(learning, 'list', { page: 1, pageSize: 50, bookingType })
    const found: readonly Json[] | null = heard?.accepted === true ? itemsIn(heard.json, items) : null
    if (heard === null || found === null) return null
    return { n: heard.n, hasOurs: found.some((item) => bookingIds(item).some(({ value }) => ours.has(value))) }
  }
  const own = await listed(type)
  if (own?.hasOurs !== true) return
  const differing = plain.filter((each) => each.type !== undefined && each.type.toLowerCase() !== type.toLowerCase())
  for (const other of differing.slice(0, 1)) {
    const foreign = await listed(other.type ?? '')
    // What lists all that there is, whatever it is asked for, knows no types.
    if (foreign === null || foreign.hasOurs) return
    draft.write(standard, type, 'seen', `request ${own.n} lists what was booked by it`)
    const typed = { ...named(other), bookingType: other.type ?? '' }
    const both = learning.other === null || learning.other === other ? typed : [typed, named(learning.other)]
    draft.write(
      ['bookable', 'other'],
      both,
      'seen',
      `request ${other.n} has some of it, and request ${foreign.n} lists none of what was booked`,
    )
  }
}
