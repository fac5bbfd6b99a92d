import {
  otherOf,
  otherTypeOf,
  placesIn,
  readPointer,
  type Answer,
  type Json,
  type Profile,
} from '../vocabulary/index.js'
import type { Booked } from './pages.js'

/** Of which booking type the bookings of bookable.standard are. */
export interface UsualType {
  /** As the list is asked for it. */
  readonly type: string
  /** The profile says it, or it is `operations.list.values.product` by what the bookings show. */
  readonly sure: boolean
  /** What its booking shows there; null: nothing that could be told. */
  readonly shown: string | null
}

/** The booking types that the list is asked for: the usual one, and another one; none where it has no other. */
export function typesToAsk(profile: Profile, booked: Booked): readonly string[] {
  const type = otherTypeOf(profile)
  const isUnbooked = isBooked(profile) && booked.other === null
  if (typeof type !== 'string' || isUnbooked || profile.operations.list?.fields['bookingType'] === undefined) return []
  return [usualTypeOf(profile, booked).type, type]
}

/** Whether bookable.other is of the other type: nothing else is booked of it. */
export function isBooked(profile: Profile): boolean {
  return otherOf(profile)?.bookingType === otherTypeOf(profile)
}

/**
 * The profile's type, or else the one that its booking shows, if one of bookable.other shows its own. If neither does,
 * it is taken for `operations.list.values.product`.
 */
export function usualTypeOf(profile: Profile, { confirmed: [standard], other }: Booked): UsualType {
  const product = profile.operations.list?.values.product ?? ''
  const said = profile.bookable.standard.bookingType
  if (said !== undefined) return { type: said, sure: true, shown: null }
  const type = otherOf(profile)?.bookingType
  const shown = shownType(standard?.booking, isBooked(profile) ? other?.booking : undefined, type)
  const named = [product, type].find((each) => each !== undefined && shown !== null && isSame(each, shown))
  return { type: named ?? shown ?? product, sure: named !== undefined, shown }
}

/** Characters of what may be a booking type. */
const longestType = 60

function shownType(standard: Answer | undefined, other: Answer | undefined, type: string | undefined): string | null {
  if (!standard?.accepted || other === undefined || type === undefined) return null
  const [mine = null] = standard.bookings.map(({ json }) => json)
  const found = typesShown(other, type)
    .map((pointer) => readPointer<Json>(mine, pointer))
    .find((each) => typeof each === 'string')
  return typeof found === 'string' && found !== '' && found.length <= longestType ? found : null
}

/** Where in a booking its type stands, if it is this one. */
export function typesShown({ accepted, bookings }: Answer, type: string): readonly string[] {
  const [shown = null] = accepted ? bookings.map(({ json }) => json) : []
  return placesIn<Json>(shown).flatMap(({ pointer, value }) =>
    /(type|kind)$/i.test(pointer) && isSame(type, value) ? [pointer] : [],
  )
}

/** Bookings may write in capitals what the list takes in small letters. */
function isSame(type: string, value: Json): boolean {
  return typeof value === 'string' && value.toLowerCase() === type.toLowerCase()
}
