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
  const named = [product, otherOf(profile)?.bookingType].find(
    (each) => each !== undefined && shown !== null && isSame(each, shown),
  )
  return { type: named ?? shown ?? product, sure: named !== undefined, shown }
}

/** Characters of what may be a booking type. */
const longestType = 60

function shownType(standard: Answer | undefined, other: Answer | null, type: string | undefined): string | null {
  if (!standard?.accepted || other === null || type === undefined) return null
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
