import { otherOf, type Answer, type Profile } from '../vocabulary/index.js'
import { typesShown } from '../list/usualType.js'

/** That a booking of bookable.standard shows the booking type that the profile has for something else; null: it does not, or the profile says its own. */
export function typeUnsaid(made: Answer | null, profile: Profile): string | null {
  const type = otherOf(profile)?.bookingType
  const { standard } = profile.bookable
  if (made === null || type === undefined || standard.bookingType !== undefined || typesShown(made, type).length === 0)
    return null
  return `bookable.standard is of the booking type ${JSON.stringify(type)}, too, as its booking shows (exchange ${made.n}), so that nothing is known of lists of one type; do: write bookable.standard.bookingType: ${type}, and give bookable.other something of another booking type`
}
