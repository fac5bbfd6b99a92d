import { untakenFirst } from './untakenFirst.js'
import type { Bookable, Context } from './words.js'

/** So many availability checks are made for it at most. */
const most = 3

/**
 * An availability that the other account is offered, where availabilityIds are those of the account that asked: those of what the run has
 * taken come last. null: it is offered none.
 */
export async function slotOfOther(
  context: Pick<Context, 'target' | 'isTaken'>,
  bookable: Bookable,
): Promise<string | null> {
  for (const each of untakenFirst(context, bookable).slice(0, most)) {
    const offered = await context.target.availability({}, { as: 'other', bookable: each })
    const id = offered.accepted ? offered.freeAvailabilityIds.at(-1) : undefined
    if (id !== undefined) return id
  }
  return null
}
