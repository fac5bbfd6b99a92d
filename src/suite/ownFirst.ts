import { isPseudonym } from '../wire/mask.js'

/** Bookings with those that the run made before those of others: of what is wrong in many alike only some are told. */
export function ownFirst<Booking extends { readonly id: string | undefined }>(
  bookings: readonly Booking[],
): readonly Booking[] {
  const isOfOthers = ({ id = '' }: Booking): number => Number(isPseudonym(id))
  return bookings.toSorted((a, b) => isOfOthers(a) - isOfOthers(b))
}
