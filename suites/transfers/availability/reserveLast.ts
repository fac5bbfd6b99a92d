import { withRoom, type Answer, type Context } from '../vocabulary/index.js'

/** A reservation of what an availability check has on offer. */
export interface Offered {
  readonly availabilityId: string
  /** null: it was refused, and there may have been no room for it. */
  readonly reserved: Answer | null
  /** The check once more, after a refusal. */
  readonly again: Answer | null
}

/** Reserves the last of the availabilityIds that are on offer: the other scenarios start elsewhere. */
export async function reserveLast(context: Context, checked: Answer): Promise<Offered> {
  const { target, slot, profile } = context
  // Where a slot takes one booking, the last may be taken by this run already.
  const last = profile.availability.exclusive ? undefined : checked.freeAvailabilityIds.at(-1)
  const availabilityId = last ?? (await slot())
  const reserved = await withRoom(context, () => target.reserve({ availabilityId, expirationMinutes: 60 }))
  // Somebody else may have booked it in between: only what is still offered must be bookable.
  const again = reserved?.refused === true ? await target.availability() : null
  return { availabilityId, reserved, again }
}
