import { orNone, type Answer, type Bookable, type Context } from '../vocabulary/index.js'
import { openUpdater } from './updater.js'

/** Availabilities that are tried, the next one where one is refused: it may be full, and not say so. */
export const mostTried = 3

/**
 * Moves a booking to another availability.
 * @param from the availability that it was reserved at
 * @param options how it is found, see `Context.slot`
 * @returns the last update that was sent, and where it went; null: there was no other availability
 */
export async function moveElsewhere(
  context: Context,
  id: string,
  from: string,
  bookable: Bookable,
  options?: Parameters<Context['slot']>[1],
): Promise<{ readonly move: Answer; readonly to: string } | null> {
  let last = null
  for (let tried = 0; tried < mostTried; tried += 1) {
    const to = await context.slot(bookable, options).catch(orNone)
    if (to === null) break
    const { answer: move } = await openUpdater(context, from, 0, bookable).control(id, { availabilityId: to })
    last = { move, to }
    if (!move.refused) break
  }
  return last
}
