import { describeValue, expect, fail, findListed, pass, untested, wants } from '../vocabulary/index.js'
import type { Answer, Context, Judgement, Listed } from '../vocabulary/index.js'

export function shows(read: Answer | null | undefined, cancellable: boolean): Judgement {
  return expect(read).field('cancellable').toBe(cancellable)
}

/** The same of a booking on the page of the list that was found; null: it is not there. */
export function inList(
  listed: Listed | null | undefined,
  id: string | undefined,
  cancellable: boolean,
): Judgement | null {
  const shown = listed?.page?.bookings.find((each) => id !== undefined && each.id === id)
  if (shown === undefined) return null
  const found = shown.read('cancellable')
  if (found === undefined) return untested('the list does not show cancellable')
  if (found === cancellable) return pass
  return fail(
    shown.finding('cancellable', {
      message: `the list shows cancellable ${describeValue(found)} after the cancellation window of bookable.closing has closed`,
      ...wants.value(cancellable),
    }),
  )
}

/** Bookings that the list should show as cancellable, or not. */
type Wanted = readonly { readonly id: string | undefined; readonly cancellable: boolean }[]

/** The list once the window has closed, read again after the settling time if it does not yet show what it should. */
export async function listedSettled(context: Context, booked: string, wanted: Wanted): Promise<Listed> {
  const listed = await findListed(context, booked)
  let waited = false
  for (const { id, cancellable } of wanted)
    if (id !== undefined && inList(listed, id, cancellable)?.outcome === 'fail')
      waited = (await context.settle(id)) || waited
  return waited ? findListed(context, booked) : listed
}
