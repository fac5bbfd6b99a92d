import {
  describeValue,
  expect,
  fail,
  findListed,
  idText,
  pass,
  shownIn,
  untested,
  wants,
  type Answer,
  type Context,
  type Judgement,
  type Listed,
  type ShownBooking,
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
  const other = listed?.page?.bookings.find((each) => id !== undefined && each.id === id)
  return other === undefined ? null : showsOf(other, cancellable)
}

/** The same of the booking that was looked for in the list. */
export function listedAs(listed: Listed | null | undefined, cancellable: boolean): Judgement {
  const shown = shownIn(listed)
  return shown === null ? untested('the booking was not found in the list') : showsOf(shown, cancellable)
}

function showsOf(shown: ShownBooking, cancellable: boolean): Judgement {
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
