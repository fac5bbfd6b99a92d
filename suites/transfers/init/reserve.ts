import { isKeptIn, markerOf, type Heard, type LearningBooking } from '../vocabulary/index.js'
import { askFor } from './ask.js'
import { bookingIn, envelopeOf, idsIn, learnPlaces, otherIds, shownIn } from './bookingPlaces.js'
import type { Learning } from './learning.js'
import { plansFor } from './plan.js'

/** A booking as its reservation was answered, and the keys that it was sent with, by their places. */
export interface Made {
  readonly booking: LearningBooking
  readonly heard: Heard
  readonly keys: ReadonlyMap<string, string>
}

/** Nothing ends by itself within an hour, while it is looked at. */
const holdMinutes = 60
/** Where a key may be written if nothing describes a place for it. */
const usualKeyPlaces = ['body:/uuid', 'header:Idempotency-Key'] as const
const keyLine = ['operations', 'reserve', 'idempotencyKey']

/**
 * Holds an availability, and learns from the answer how a booking looks. null: the target refused, whatever was sent.
 * @param again a key to send a second time, and the place for it
 */
export async function learnReserve(
  learning: Learning,
  slot: string,
  again?: { readonly place: string; readonly key: string },
): Promise<Made | null> {
  const { interview, sold, nextKey } = learning
  const { draft, nonce, bookings } = interview
  const { productId, optionId } = sold
  const notes = markerOf(nonce, 'init', 'notes')
  let keys: ReadonlyMap<string, string> = new Map()
  let from = interview.now()
  const fields = { availabilityId: slot, productId, optionId, expirationMinutes: holdMinutes, notes }
  const heard = await askFor(learning, 'reserve', fields, () => {
    // A key whose reservation was refused may stay refused, so each request has new ones.
    keys = new Map(keyPlaces(learning).map((place) => [place, again?.place === place ? again.key : nextKey()]))
    from = interview.now()
    return { books: [...keys.values()][0] ?? nextKey(), more: [...keys] }
  })
  if (heard?.accepted !== true) {
    learning.refused = heard
    const said =
      heard === null ? 'it is not where the documents have it' : `request ${heard.n} was refused: ${heard.words}`
    if (again === undefined) draft.miss(['operations', 'reserve', 'body'], {}, said)
    return null
  }
  const booking = bookings.at(-1)
  if (booking === undefined) throw new TypeError('an accepted reservation is a booking of the conversation')
  const answer = `the answer to request ${heard.n}`
  const at = envelopeOf(heard.json)
  if (at !== '') draft.write(['booking', 'at'], at, 'seen', `the booking stands there in ${answer}`)
  const [id] = idsIn(interview, heard, [productId, optionId, slot])
  booking.id = id?.value ?? null
  if (id === undefined) {
    draft.miss(['booking', 'id'], '/uuid', `nothing in ${answer} looks like an id`)
    return { booking, heard, keys }
  }
  if (draft.read(['booking', 'id']) === undefined)
    draft.write(['booking', 'id'], id.pointer, 'assumed', `the likeliest id in ${answer}`)
  learnPlaces(interview, heard, { notes, holdEnd: from + holdMinutes * 60_000, minutes: holdMinutes })
  learning.otherIds.set(id.value, otherIds(bookingIn(interview, heard), id.value))
  const place = learning.plans.get('reserve')?.places['notes']
  const shown = shownIn(interview, heard, 'notes')
  // A booking that was there before shows its own notes.
  if (typeof place === 'string' && typeof shown === 'string' && isKeptIn(notes, shown))
    draft.write(['operations', 'reserve', 'notes'], place, 'seen', `${answer} has what was sent there`)
  const [echoed] = [...keys].find(([, key]) => key === id.value) ?? []
  if (echoed !== undefined)
    draft.write(keyLine, echoed, 'seen', `the booking of request ${heard.n} has this key for its id`)
  return { booking, heard, keys }
}

/**
 * Sends a reservation a second time with the key in each of its places, to learn by which of them the target goes.
 * It may make another booking, which is answered. null: it made none.
 */
export async function learnKey(learning: Learning, slot: string, { booking, keys }: Made): Promise<Made | null> {
  const { draft } = learning.interview
  const refused: string[] = []
  let another: Made | null = null
  for (const [place, key] of keys) {
    const again = await learnReserve(learning, slot, { place, key })
    if (again === null) refused.push(place)
    else if (again.booking.id !== booking.id) another = again
    else {
      draft.write(keyLine, place, 'seen', 'a second reservation with the same key there answers the first booking')
      return another
    }
  }
  const [only, ...more] = refused
  if (only !== undefined && more.length === 0 && (another !== null || keys.size === 1))
    draft.write(keyLine, only, 'seen', 'a second reservation with the same key there is refused')
  else if (another !== null)
    draft.miss(keyLine, only ?? usualKeyPlaces[0], 'a second reservation with the same key made another booking', true)
  else draft.miss(keyLine, usualKeyPlaces[0], 'a second reservation was refused, wherever its key was the same')
  return another
}

/** The place that was found or described, or all that may be one. */
function keyPlaces({ interview, plans, keyPlaces: demanded }: Learning): readonly string[] {
  const found = interview.draft.read(keyLine)
  if (typeof found === 'string') return [found]
  if (Array.isArray(found)) return found.filter((each) => typeof each === 'string')
  const plan = plans.get('reserve') ?? plansFor('reserve', interview)[0]
  if (plan === undefined || plan.described === null) return [...new Set([...demanded, ...usualKeyPlaces])]
  const place = plan.places['idempotencyKey']
  return place === null || place === undefined ? [] : [place]
}
