import {
  describeValue,
  expect,
  fail,
  findListed,
  idText,
  pass,
  readBooking,
  untested,
  type Answer,
  type Context,
  type Judgement,
  type Listed,
} from '../vocabulary/index.js'

/** Whether a read shows this. */
export function shows(read: Answer | null | undefined, cancellable: boolean): Judgement {
  return expect(read).field('cancellable').toBe(cancellable)
}

/** The same of another booking, where the page that was found shows it; null: it does not. */
export function listedAlso(
  listed: Listed | null | undefined,
  id: string | undefined,
  cancellable: boolean,
): Judgement | null {
  const { page } = listed ?? {}
  if (!page?.accepted || id === undefined) return null
  const index = page.items.findIndex((item) => idText(readBooking(page.profile, item, 'id')) === id)
  return index < 0 ? null : listedAs({ page, index, complete: true, late: null }, cancellable)
}

/** The same of the booking that was looked for in the list. */
export function listedAs(listed: Listed | null | undefined, cancellable: boolean): Judgement {
  if (listed?.page == null || listed.index === null) return untested('the booking was not found in the list')
  const { page, index } = listed
  const found = readBooking(page.profile, page.items[index], 'cancellable')
  if (found === undefined) return untested('the list does not show cancellable')
  if (found === cancellable) return pass
  return fail({
    message: `the list shows cancellable ${describeValue(found)} after the cancellation window of bookable.soon has closed`,
    expected: String(cancellable),
    received: found,
    exchange: page.n,
    pointer: `${page.itemsPointer}/${index}/cancellable`,
  })
}

/** The list when the window has closed: once more after the settling time, where it does not show what it should by then. */
export async function listedSettled(context: Context, booked: string, away: unknown, here: unknown): Promise<Listed> {
  const listed = await findListed(context, booked)
  const shown = [
    listedAs(listed, false),
    listedAlso(listed, idText(away), true),
    listedAlso(listed, idText(here), false),
  ]
  let waited = false
  for (const [at, id] of [booked, away, here].entries())
    if (typeof id === 'string' && shown[at]?.outcome === 'fail') waited = (await context.settle(id)) || waited
  return waited ? findListed(context, booked) : listed
}
