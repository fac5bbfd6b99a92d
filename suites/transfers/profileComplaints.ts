import { isDeepStrictEqual } from 'node:util'
import { isMap, valueAt, type Complaint, type Json, type JsonMap } from '../../src/suite/index.js'

/** What no single key of a merged profile tells to be wrong. */
export function profileComplaints(profile: Json): readonly Complaint[] {
  const [standard, late] = ['standard', 'lateStart'].map((name) => valueAt(profile, ['bookable', name]))
  if (!isMap(late) || !isDeepStrictEqual(askedOf(standard), askedOf(late))) return []
  return [
    {
      path: ['bookable', 'lateStart'],
      about: 'value',
      expected: 'something that starts so soon that it cannot be cancelled any more',
      found: 'what bookable.standard is, which can be',
    },
  ]
}

/** What is asked for and booked of a bookable. */
function askedOf(bookable: Json | undefined): JsonMap {
  if (!isMap(bookable)) return {}
  const { productId = null, optionId = null, availability = {}, reserve = {} } = bookable
  return { productId, optionId, availability, reserve }
}
