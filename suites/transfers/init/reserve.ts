import {
  instantOf,
  isKeptIn,
  markerOf,
  placesIn,
  pointerTokens,
  readPointer,
  type Heard,
  type Json,
  type LearningBooking,
} from '../vocabulary/index.js'
import { bookingIn, idsIn, envelopeOf, learnPlaces, memberCalled, otherIds, usualPlace } from './bookingPlaces.js'
import { hintsOf } from './hints.js'
import { askFor, insideOf, type Learning } from './learning.js'
import { plansFor, writeTold } from './plan.js'

/** A booking as its reservation was answered, and the keys that it was sent with, by their places. */
export interface Made {
  readonly booking: LearningBooking
  readonly heard: Heard
  readonly keys: ReadonlyMap<string, string>
}

/** Minutes that holds are asked for: an hour, so that nothing ends by itself while it is looked at. */
const holdMinutes = 60

/** Where a key may be written that the target describes no place for. */
const usualKeyPlaces = ['body:/uuid', 'header:Idempotency-Key'] as const
/** What else it is called. */
const keyNames = [
  'idempotencyKey',
  'idempotency_key',
  'requestKey',
  'request_key',
  'dedupeKey',
  'dedupe_key',
  'onceKey',
  'clientRequestId',
] as const
const keyLine = ['operations', 'reserve', 'idempotencyKey']

/**
 * Holds an availability, and learns from the answer what a booking looks like. null: the target refused, whatever was sent.
 * @param again a key that is to be sent again, at this place of all that may be one
 */
export async function learnReserve(
  learning: Learning,
  slot: string,
  again?: { readonly place: string; readonly key: string },
): Promise<Made | null> {
  const { interview, sold, nextKey } = learning
  const { draft, nonce, bookings } = interview
  const notes = markerOf(nonce, 'init', 'notes')
  let keys: ReadonlyMap<string, string> = new Map()
  let from = interview.now()
  const { productId, optionId } = sold
  const fields = { availabilityId: slot, productId, optionId, expirationMinutes: holdMinutes, notes }
  const reserve = (tried: readonly string[], isAlone = false): Promise<Heard | null> =>
    askFor(learning, 'reserve', fields, () => {
      // A key whose reservation was refused may stay refused.
      const places = isAlone ? [...learning.uuidPlaces] : keyPlaces(learning)
      const inside = places.map((place) => insideOf(learning, 'reserve', place))
      keys = new Map(inside.map((place) => [place, again?.place === place ? again.key : nextKey()]))
      from = interview.now()
      const wrong = tried
        .map((place) => insideOf(learning, 'reserve', place))
        .filter((place) => !keys.has(place))
        .map((place) => [place, `octospec ${nextKey()}`] as const)
      return { books: [...keys.values()][0] ?? nextKey(), more: [...keys, ...wrong] }
    })
  const tried = keysToTry(learning)
  let heard = await reserve(tried)
  if (tried.length > 0 && heard?.accepted === false) {
    // It may refuse whatever it does not know, but of what it called a UUID it knows what it is.
    const { keyPlaces, uuidPlaces, leftKeys } = learning
    const [{ n }, named] = [heard, wordsOf(heard)]
    for (const place of tried) {
      if (named.has(memberAt(place)) && !uuidPlaces.has(place)) leftKeys.set(place, n)
      if (!uuidPlaces.has(place)) keyPlaces.delete(place)
    }
    heard = await reserve([], uuidPlaces.size > 0)
  }
  if (heard?.accepted !== true) {
    learning.refused = heard
    const said =
      heard === null ? 'it is not where the documents have it' : `request ${heard.n} was refused: ${heard.words}`
    if (again === undefined) draft.miss(['operations', 'reserve', 'body'], {}, said)
    return null
  }
  const booking = bookings.at(-1)
  if (booking === undefined) throw new TypeError('an accepted reservation is a booking of the conversation')
  const at = envelopeOf(heard.json)
  if (at !== '')
    draft.write(['booking', 'at'], at, 'seen', `the booking stands there in the answer to request ${heard.n}`)
  const [id] = idsIn(interview, heard, [sold.productId, sold.optionId, slot])
  booking.id = id?.value ?? null
  if (id === undefined) {
    draft.miss(['booking', 'id'], '/uuid', `nothing in the answer to request ${heard.n} looks like an id`)
    return { booking, heard, keys }
  }
  if (draft.read(['booking', 'id']) === undefined)
    draft.write(['booking', 'id'], id.pointer, 'assumed', `the likeliest id in the answer to request ${heard.n}`)
  const ends = holdEndIn(bookingIn(interview, heard), from)
  learning.ahead = ends.ahead
  learnPlaces(interview, heard, { texts: { notes }, holdEnd: ends.at, minutes: holdMinutes })
  if (id.value !== '') learning.otherIds.set(id.value, otherIds(bookingIn(interview, heard), id.value))
  const path = learning.plans.get('reserve')?.path ?? ''
  for (const [name, requests] of hintsOf(heard, path, id.value)) learning.hints.links.set(name, requests)
  learnNames(learning, heard, showsNotes(learning, heard, notes) ? ['notes'] : [])
  checkMinutes(learning, heard)
  // A booking that was there before shows what it was made with.
  const isNew = bookings.every((each) => each === booking || each.id !== id.value)
  if (isNew && showsNotes(learning, heard, notes)) seen(learning, heard)
  const [echoed] = [...keys].find(([, value]) => value === id.value) ?? []
  if (echoed !== undefined)
    draft.write(keyLine, echoed, 'seen', `the booking of request ${heard.n} has this key for its id`)
  return { booking, heard, keys }
}

/**
 * Sends a reservation a second time, to learn which of its keys the target goes by. It may make another booking, which is answered;
 * null: it made none.
 */
export async function learnKey(learning: Learning, slot: string, first: Made): Promise<Made | null> {
  const { draft } = learning.interview
  let another: Made | null = null
  const refused: string[] = []
  const named: string[] = []
  let despiteRoom: readonly string[] = []
  for (const [place, key] of first.keys) {
    const again = await learnReserve(learning, slot, { place, key })
    if (again === null) {
      refused.push(place)
      if (learning.refused !== null && wordsOf(learning.refused).has(memberAt(place))) named.push(place)
    } else if (again.booking.id !== first.booking.id) {
      // There was room for it when those before were refused.
      if (another === null) despiteRoom = [...refused]
      another = again
    } else {
      draft.write(keyLine, place, 'seen', 'a second reservation with the same key there answers the first booking')
      return another
    }
  }
  // A refusal that names the member is of that one; another may be for want of room.
  const [only, ...more] = [named, despiteRoom].find(({ length }) => length > 0) ?? refused
  // One place that is refused where another makes a booking; where all are, there may be no room for a second one.
  if (only !== undefined && more.length === 0 && (another !== null || first.keys.size === 1 || named.length > 0))
    draft.write(keyLine, only, 'seen', 'a second reservation with the same key there is refused')
  else if (another !== null) {
    const [left] = learning.leftKeys
    const [candidate] = refused
    if (left === undefined)
      draft.miss(
        keyLine,
        candidate ?? usualKeyPlaces[0],
        candidate === undefined
          ? 'a second reservation with the same key made another booking'
          : `of second reservations one made another booking; with the same key at ${refused.join(', or at ')} it was refused`,
        true,
      )
    else
      draft.miss(
        keyLine,
        left[0],
        `request ${left[1]} was refused for what was sent there, and it was sent no more`,
        true,
      )
  } else draft.miss(keyLine, usualKeyPlaces[0], 'a second reservation was refused, wherever its key was the same')
  return another
}

/** What stands at the end of a place: `requestKey` of `body:/booking/requestKey`. */
function memberAt(place: string): string {
  return place.slice(Math.max(place.lastIndexOf('/'), place.lastIndexOf(':')) + 1)
}

/** The words of an answer, and what its members are called. */
function wordsOf({ json = null, words }: Heard): ReadonlySet<string> {
  return new Set([...placesIn(json).flatMap(({ pointer }) => pointerTokens(pointer)), ...words.split(/[^\w-]+/)])
}

/**
 * When the hold should end. Where no time in the booking is about that, the clock of the target may stand elsewhere: then one that is
 * called like the end of a hold is an hour after another.
 * @returns milliseconds since the epoch, and by how many the target is ahead
 */
function holdEndIn(booking: Json, from: number): { readonly at: number; readonly ahead: number } {
  const times = placesIn<Json>(booking).flatMap(({ pointer, value }) => {
    const minutes = typeof value === 'string' ? instantOf(value) : undefined
    return minutes === undefined ? [] : [{ pointer, at: Math.round(minutes * 60_000) }]
  })
  const usual = from + holdMinutes * 60_000
  const ends = times.filter(
    ({ pointer }) => /hold|expir|valid|until|lapse/i.test(pointer) && !/cancel|cut/i.test(pointer),
  )
  const found = ends.find(({ at }) => times.some((other) => Math.abs(at - other.at - holdMinutes * 60_000) <= 2000))
  const isUsual = found === undefined || times.some(({ at }) => Math.abs(at - usual) < 180_000)
  return isUsual ? { at: usual, ahead: 0 } : { at: found.at, ahead: found.at - usual }
}

/** Whether the booking of an answer has the notes that it was sent, where bookings have them. */
function showsNotes({ interview }: Learning, heard: Heard, notes: string): boolean {
  const place = interview.draft.read(['booking', 'notes'])
  const shown = typeof place === 'string' ? readPointer<Json>(bookingIn(interview, heard), place) : undefined
  return typeof shown === 'string' && isKeptIn(notes, shown)
}

/**
 * What bookings call the fields that their requests have, where that is not what octospec assumes.
 * @param taken fields that were taken where they were sent, whatever bookings call them
 */
function learnNames({ interview, names }: Learning, heard: Heard, taken: readonly string[]): void {
  const booking = bookingIn(interview, heard)
  for (const field of ['expirationMinutes', 'notes', 'reference', 'reason']) {
    if (taken.includes(field)) continue
    const member = memberCalled(field, booking)
    const assumed = field === 'notes' || field === 'reference' ? usualPlace(field) : `/${field}`
    if (member === undefined || `/${member}` === assumed || names.has(field)) continue
    names.set(field, { member, from: `the booking of request ${heard.n} calls it so` })
  }
}

/** Minutes that were sent where bookings have them were taken, or else that is not where they go. */
function checkMinutes({ interview, plans, names }: Learning, heard: Heard): void {
  const [plan, name] = [plans.get('reserve'), names.get('expirationMinutes')]
  const told = plan?.told.get('expirationMinutes')
  if (plan === undefined || name === undefined || told?.from !== name.from) return
  const isTaken = readPointer<Json>(bookingIn(interview, heard), `/${name.member}`) === holdMinutes
  const from = `the answer to request ${heard.n} has the minutes that were sent there`
  if (isTaken) plan.told.set('expirationMinutes', { sure: 'seen', from })
  else names.delete('expirationMinutes')
  writeTold(interview, plan, heard)
}

/** Places of the first reservation where no UUID is sent: who reads one there refuses it, and says what it is called. */
function keysToTry({ interview: { bookings, described, draft }, keyPlaces }: Learning): readonly string[] {
  const isOpen = bookings.length === 0 && described.length === 0 && draft.read(keyLine) === undefined
  return isOpen && keyPlaces.size === 0 ? keyNames.map((name) => `body:/${name}`) : []
}

/** Where it was found, or where the target describes a place, or all that may be one. */
function keyPlaces({ interview, plans, keyPlaces: demanded }: Learning): readonly string[] {
  const found = interview.draft.read(keyLine)
  if (typeof found === 'string') return [found]
  if (Array.isArray(found)) return found.filter((each) => typeof each === 'string')
  const plan = plans.get('reserve') ?? plansFor('reserve', interview)[0]
  if (plan === undefined || plan.described === null)
    return [...demanded, ...usualKeyPlaces.filter((place) => !demanded.has(place))]
  const place = plan.places['idempotencyKey']
  return place === null || place === undefined ? [] : [place]
}

/** The notes stand in the booking, so they were sent to the right place. */
function seen({ interview, plans }: Learning, { n }: Heard): void {
  const place = plans.get('reserve')?.places['notes']
  if (typeof place === 'string')
    interview.draft.write(
      ['operations', 'reserve', 'notes'],
      place,
      'seen',
      `the answer to request ${n} has what was sent there`,
    )
}
