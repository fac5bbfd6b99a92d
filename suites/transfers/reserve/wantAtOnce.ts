import { orLost, slotOfOther, type Answer, type Bookable, type Context, type Lost } from '../vocabulary/index.js'

/** One place that was wanted several times at the same moment. */
export interface Wanted {
  /** Its availabilityId; null where nothing was to be had. */
  readonly wanted: string | null
  readonly atOnce: readonly Answer[]
  readonly lacking: Lost | null
}

/**
 * Milliseconds between reserves of one place. Sent together, they meet if a server takes hardly any time between the
 * look at what is free and the taking. A worker that looks for requests while they come may take all, one by one. A
 * little later it is at work on the first, and the next goes to another.
 */
export const apartBy = { nothing: 0, aMoment: 4, another: 8 } as const

/** One place, three times at once. */
export async function wantAtOnce(
  context: Context,
  bookable: Bookable,
  apart: number = apartBy.nothing,
): Promise<Wanted> {
  const wanted = await context.slot(bookable).catch(orLost)
  return typeof wanted === 'string'
    ? { wanted, atOnce: await reserveAtOnce(context, wanted, bookable, apart), lacking: null }
    : { wanted: null, atOnce: [], lacking: wanted }
}

/** Where the profile allows one request at a time, one: none would meet. */
export function reserveAtOnce(
  { target, atOnce, profile }: Context,
  availabilityId: string,
  bookable: Bookable,
  apart: number,
): Promise<readonly Answer[]> {
  const minutes = profile.limits.concurrency < 2 ? [60] : [60, 61, 62]
  const reserve = (expirationMinutes: number) => (): Promise<Answer> =>
    target.reserve({ availabilityId, expirationMinutes }, { bookable })
  return atOnce(minutes.map(reserve), apart)
}

/** The other account reserves its own offers: what the first account holds, and something free. null: not both. */
export async function wantOfOther(
  context: Context,
  availabilityId: string,
  bookable: Bookable,
): Promise<{ readonly held: Answer; readonly free: Answer } | null> {
  const { target, namedBy } = context
  const same = namedBy(availabilityId)
  const [held, ...others] =
    same === null ? [] : (await target.availability({}, { as: 'other', bookable: same })).availabilityIds
  // Of several, nothing tells which of them is the same.
  if (held === undefined || others.length > 0) return null
  const free = await slotOfOther(context, bookable)
  if (free === null || free === held) return null
  const reserve = (id: string): Promise<Answer> =>
    target.reserve({ availabilityId: id, expirationMinutes: 60 }, { bookable, as: 'other' })
  return { held: await reserve(held), free: await reserve(free) }
}
