import { slotOfOther, type Answer, type Bookable, type Context } from '../vocabulary/index.js'

/** The other account reserves what it is offered itself: the same as the first account holds, and something that is free. null: it is offered neither. */
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
