import { openUpdater } from './updater.js'
import type { Answer, Context, Json } from '../vocabulary/index.js'

/** A held booking that values of a property are tried on, as plain data. What a trial leaves behind is in the `before` of the next. */
export interface HeldForMinutes {
  readonly held: Answer
  readonly control: Answer
  /** The availability and the form of its updates. */
  readonly updates: { readonly availabilityId: string; readonly form: number }
  last: Answer
}

/** @param minutes of the reservation, and of the update that should be accepted */
export async function openHeld(
  context: Context,
  minutes: { readonly reserve: number; readonly control: number },
): Promise<HeldForMinutes> {
  const { availabilityId, reserved } = await context.hold({ expirationMinutes: minutes.reserve })
  const updates = openUpdater(context, availabilityId)
  const { answer: control } = await updates.control(reserved.bookingId, { expirationMinutes: minutes.control })
  const { form } = updates
  return { held: reserved, control, updates: { availabilityId, form }, last: control.accepted ? control : reserved }
}

/** One update to so many minutes. */
export interface UpdatedMinutes {
  readonly held: Answer
  readonly control: Answer
  /** The booking as it was known before, in an answer or by a read. */
  readonly before: Answer
  readonly updated: Answer
  /** The booking as it is read afterwards; null: it was not, or the update was refused (that it then changes nothing is judged elsewhere). */
  readonly read: Answer | null
}

export async function updateMinutes(
  context: Context,
  value: Json,
  on: HeldForMinutes,
  reads = true,
): Promise<UpdatedMinutes> {
  const { held, control, last: before, updates } = on
  const id = held.bookingId
  const { send } = openUpdater(context, updates.availabilityId, updates.form)
  const updated = await send(id, { expirationMinutes: value })
  const read = updated.refused || !reads ? null : await context.target.get(id)
  on.last =
    [read, updated].find((shown) => shown?.accepted === true && shown.read('cancellable') !== undefined) ?? before
  return { held, control, before, updated, read }
}

/** Minutes of a hold where the same minutes again are no update to a target. */
export const longer = { reserve: 60, control: 90 } as const
