import { idText, readPointer, Stop, type Heard } from '../vocabulary/index.js'
import { bookingIn } from './bookingPlaces.js'
import { askFor, insideOf, type Learning, type Offered } from './learning.js'

/** Minutes that it is held: the fewest of the documents, as a hold that cannot be cancelled ends by time alone. */
const shortest = 20

/**
 * What cannot be cancelled whenever it starts. What is never refunded may be cancelled all the same, so one such thing is held, to see that
 * its booking says that it cannot be. null: nothing on offer is known to be so.
 */
export async function learnFinal(
  learning: Learning,
  found: readonly Offered[],
): Promise<{ readonly each: Offered; readonly from: string } | null> {
  const { interview, sold } = learning
  const free = found.filter((each) => each.free.length > 0)
  const told = free.find(({ never }) => never === 'cancellable')
  if (told !== undefined)
    return { each: told, from: `request ${sold.listed ?? told.n} lists it as what cannot be cancelled` }
  const each = free.find(({ never }) => never === 'refunded')
  if (each === undefined) return null
  // There may be no booking left to make.
  const heard = await hold(learning, each).catch((error: unknown) => {
    if (error instanceof Stop) return null
    throw error
  })
  const place = interview.draft.read(['booking', 'cancellable'])
  const booking = heard?.accepted === true ? bookingIn(interview, heard) : null
  const shown = readPointer(booking, typeof place === 'string' ? place : '/cancellable')
  const listed = `request ${sold.listed ?? each.n} lists it as never refunded`
  return shown === false && heard !== null
    ? { each, from: `${listed}, and its booking in the answer to request ${heard.n} cannot be cancelled` }
    : null
}

/** A hold of the first that is free. */
async function hold(learning: Learning, { productId, optionId, free: [item = null] }: Offered): Promise<Heard | null> {
  const { interview, nextKey } = learning
  const { draft, bookings } = interview
  const [id, keyPlace, bookingId] = [
    draft.read(['operations', 'availability', 'availabilityId']),
    draft.read(['operations', 'reserve', 'idempotencyKey']),
    draft.read(['booking', 'id']),
  ]
  const slot = typeof id === 'string' ? idText(readPointer(item, id)) : undefined
  if (slot === undefined || typeof bookingId !== 'string') return null
  const fields = { availabilityId: slot, productId, optionId, expirationMinutes: shortest }
  const before = bookings.length
  const heard = await askFor(learning, 'reserve', fields, () => {
    const key = nextKey()
    const more = typeof keyPlace === 'string' ? [[insideOf(learning, 'reserve', keyPlace), key] as const] : []
    return { books: key, more }
  })
  const made = bookings.length > before ? bookings.at(-1) : undefined
  if (heard?.accepted === true && made !== undefined)
    made.id = idText(readPointer(bookingIn(interview, heard), bookingId)) ?? null
  return heard
}
