import type { Bookable, Profile } from './profile.js'

/** Everything that a profile names to book. */
export function bookablesOf({ bookable }: Pick<Profile, 'bookable'>): readonly Bookable[] {
  const { standard, lateStart, soon, soldOut, other } = bookable
  return [standard, ...lateStart, soon, soldOut, other].filter((each) => each !== null)
}
