import { checksOf, templatesFilled, momentOf, type Answer, type Bookable, type Profile } from '../vocabulary/index.js'

/**
 * Something to book, asked for as on the day of an earlier answer: a test clock that was moved since has made another day of `{today}`.
 * @param ahead `Context.ahead` by then
 */
export function asOf(bookable: Bookable, earlier: Answer, ahead: number | null, profile: Profile): Bookable {
  const then = (momentOf(earlier).earliest + (ahead ?? 0)) * 60_000
  const dated = checksOf(bookable).map((check) =>
    Object.entries({ ...profile.operations.availability?.body, ...check }).map(
      ([name, value]) => [name, templatesFilled(value, then)] as const,
    ),
  )
  return { ...bookable, availability: dated.map((members) => Object.fromEntries(members)) }
}
