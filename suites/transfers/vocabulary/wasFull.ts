import { untested, type Answer, type Judgement } from './words.js'

/**
 * Untested where the availability check itself says that what was asked for is full: that a reservation of it is refused is no failure of
 * the server, whose calendar may be small. null: the check does not say so.
 * @param checked the last one before the reservation; null: there was none
 */
export function wasFull(checked: Answer | null, reserved: Answer): Judgement | null {
  const id = reserved.exchange.input['availabilityId']
  if (checked?.accepted !== true || !reserved.refused || typeof id !== 'string') return null
  if (!checked.availabilityIds.includes(id) || checked.freeAvailabilityIds.includes(id)) return null
  return untested(
    `nothing was available: the availability check says of what was reserved that it is full (exchange ${checked.n})`,
    'offer more dates in operations.availability.body, or another bookable.standard: a run holds some fifty at a time',
  )
}
