import { isMap, type Json } from '../vocabulary/index.js'
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
  if (!isKnown || typeof items !== 'string' || draft.read(standard) !== undefined) return
  const ours = new Set(bookings.flatMap(({ id }) => id ?? []))
  const isOurs = (item: Json): boolean => bookingIds(item).some(({ value }) => ours.has(value))
  const type = sold.type ?? (await shownType(learning, items, isOurs))
  if (type === undefined) return
  /** Number of the request that lists what was booked, or does not; null: it was not accepted. */
  const listed = async (bookingType: string): Promise<{ readonly n: number; readonly hasOurs: boolean } | null> => {
    const heard = await askFor(learning, 'list', { page: 1, pageSize: 50, bookingType })
    const found: readonly Json[] | null = heard?.accepted === true ? itemsIn(heard.json, items) : null
    if (heard === null || found === null) return null
    return { n: heard.n, hasOurs: found.some(isOurs) }
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
    return
  }
  // Nothing to book is known to be of another type: a refusal may have named one.
  const types = new Set(learning.types)
  const [otherType] = [...types].filter((each) => each.toLowerCase() !== type.toLowerCase())
  if (
    otherType === undefined ||
    types.size > mostTypes ||
    ![...types].some((each) => each.toLowerCase() === type.toLowerCase())
  )
    return
  const foreign = await listed(otherType)
  if (foreign === null || foreign.hasOurs) return
  draft.write(standard, type, 'seen', `request ${own.n} lists what was booked by it`)
  const from = `a refusal names it, and request ${foreign.n} lists none of what was booked`
  draft.write(['operations', 'list', 'values', 'otherType'], otherType, 'seen', from)
}

/** So many types are few enough to be types. */
const mostTypes = 8

/** Of which type a booking of ours shows that it is; undefined: it does not show it. */
async function shownType(
  learning: Learning,
  items: string,
  isOurs: (item: Json) => boolean,
): Promise<string | undefined> {
  const heard = learning.list ?? (await askFor(learning, 'list', { page: 1, pageSize: 50 }))
  const shown = (itemsIn(heard?.json, items) ?? []).find(isOurs)
  const [found] = Object.entries(shown !== undefined && isMap(shown) ? shown : {}).filter(
    ([name, value]) => /^booking_?(type|kind)$/i.test(name) && typeof value === 'string' && value !== '',
  )
  return typeof found?.[1] === 'string' ? found[1] : undefined
}
