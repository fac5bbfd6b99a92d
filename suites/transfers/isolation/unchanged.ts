import { sameBooking, tellingFields, type Answer, type Judgement } from '../vocabulary/index.js'

/** Judges that a booking is what it was, in all that the earlier answer told of it: an answer to a write may tell less than get. */
export function unchanged(before: Answer, after: Answer, because: string): Judgement {
  const told = tellingFields.filter((field) => before.read(field) !== undefined)
  return sameBooking(before, after, told, because)
}
