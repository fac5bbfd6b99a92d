import { otherOf, placesIn, readPointer, type Answer, type Json, type Profile } from '../vocabulary/index.js'

/** Of which booking type the bookings of bookable.standard are. */
export interface UsualType {
  /** As the list is asked for it. */
  readonly type: string
  /** The profile says it, or it is `operations.list.values.product` by what the bookings show. */
  readonly sure: boolean
  /** What its booking shows there; null: nothing that could be told. */
  readonly shown: string | null
}

/**
 * As the profile says it, or else as its booking shows it where one of bookable.other shows its own; where neither does, it is taken for
 * `operations.list.values.product`.
 */
export function usualTypeOf(profile: Profile, standard: Answer | undefined, other: Answer | null): UsualType {
  const product = profile.operations.list?.values.product ?? ''
  const said = profile.bookable.standard.bookingType
  if (said !== undefined) return { type: said, sure: true, shown: null }
  const shown = shownType(standard, other, otherOf(profile)?.bookingType)
  const named = [product, otherOf(profile)?.bookingType].find((each) => each !== undefined && isSame(each, shown))
  return { type: named ?? shown ?? product, sure: named !== undefined, shown }
}

function shownType(standard: Answer | undefined, other: Answer | null, type: string | undefined): string | null {
  const [mine, its] = [standard, other].map((each) => (each?.accepted === true ? (each.bookings[0]?.json ?? null) : null))
  const places = placesIn<Json>(its ?? null).filter(
    ({ pointer, value }) => /(type|kind)$/i.test(pointer) && type !== undefined && isSame(type, value),
  )
  const found = places.map(({ pointer }) => readPointer<Json>(mine ?? null, pointer)).find((each) => typeof each === 'string')
  return typeof found === 'string' && found !== '' ? found : null
}

/** Bookings may write in capitals what the list takes in small letters. */
function isSame(type: string, value: Json): boolean {
  return typeof value === 'string' && value.toLowerCase() === type.toLowerCase()
}
