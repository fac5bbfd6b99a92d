import { orNone, type Answer, type Bookable, type Context } from '../vocabulary/index.js'
import { openUpdater } from './updater.js'

/** Availabilities that are tried, the next one where one is refused: it may be full, and not say so. */
const most = 3

/**
 * Moves a booking to another availability.
 * @param from the availability that it was reserved at
 * @returns the last update that was sent, and where it went; null: there was no other availability
 */
export async function moveElsewhere(
  context: Context,
  id: string,
  from: string,
  bookable: Bookable,
): Promise<{ readonly move: Answer; readonly to: string } | null> {
  let last = null
  for (let tried = 0; tried < most; tried += 1) {
    const to = await context.slot(bookable).catch(orNone)
    if (to === null) break
    const { answer: move } = await openUpdater(context, from, 0, bookable).control(id, { availabilityId: to })
    last = { move, to }
    if (!move.refused) break
  }
  return last
}
