import { isKeptIn, markerOf, type Heard, type Json, type LearningBooking } from '../vocabulary/index.js'
import type { Write } from '../operations.js'
import { askFor, type Beside } from './ask.js'
import { bookingIn, idsIn, learnPlaces, shownIn, showsText } from './bookingPlaces.js'
import { bookingIds, envelopeOf, otherIds } from '../walk/places.js'
import { plansFor, questionOf, writePlan, type Learning } from './plan.js'
import { valueNames } from '../walk/lexicon.js'

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

/** So many things in an answer are tried for the id of a booking, and so many reads may pass until a status settles. */
const [mostIds, mostReads] = [3, 3]
/** Some show late what was written. A read that finds nothing is tried once more after so many milliseconds. */
const settling = 2000
const nowhere = 'no method and path that were tried are one'

/** Reads a booking, and learns by which of the ids that it shows. */
export async function learnGet(learning: Learning, made: Made): Promise<void> {
  if (await readBy(learning, made)) return
  await learning.interview.pause(settling)
  if ((await readBy(learning, made)) || learning.plans.has('get')) return
  const why = 'no read of the booking was answered with it'
  learning.interview.draft.miss(['operations', 'get', 'request'], 'METHOD /path/{id}', why)
}

async function readBy(learning: Learning, { booking, heard: made }: Made): Promise<boolean> {
  const { interview } = learning
  for (const { pointer, value } of idsIn(interview, made).slice(0, mostIds)) {
    const heard = await askFor(learning, 'get', {}, { id: value })
    const ids = heard?.accepted === true ? bookingIds(bookingIn(interview, heard)) : []
    if (heard === null || !ids.some((found) => found.value === value)) continue
    booking.id = value
    interview.draft.write(['booking', 'id'], pointer, 'seen', `request ${heard.n} reads the booking by it`)
    return true
  }
  return false
}

/** Lengthens a hold. */
export async function learnExtend(learning: Learning, id: string): Promise<void> {
  await learnWrite(learning, 'extend', { expirationMinutes: 90 }, { id })
}

/** Changes the reference of a booking. Some replace the whole booking, so what a refusal asks for is sent, too. */
export async function learnUpdate(learning: Learning, id: string): Promise<void> {
  const { interview, slots, sold } = learning
  const { productId, optionId } = sold
  const known = { availabilityId: slots[0] ?? '', productId, optionId, expirationMinutes: 90 }
  await learnWrite(learning, 'update', { reference: markerOf(interview.nonce, 'init', 'update') }, { id, known })
}

/** Makes a hold a booking. */
export async function learnConfirm(learning: Learning, id: string): Promise<boolean> {
  const { draft, nonce, bookings } = learning.interview
  const [plan] = plansFor('confirm', learning.interview)
  // A receipt is asked for where that tells its place, and no guest is named.
  const emailReceipt = plan?.described === null && draft.read(['booking', 'emailReceipt']) !== undefined
  const fields = { reference: markerOf(nonce, 'init', 'confirm'), emailReceipt }
  const heard = await learnWrite(learning, 'confirm', fields, { id })
  if (heard?.accepted !== true) return false
  for (const booking of bookings) if (booking.id === id) booking.committed = true
  const status = await settled(learning, id, heard, 'confirmed')
  if (status !== null)
    draft.write(['booking', 'statuses', 'confirmed'], status, 'seen', `after request ${heard.n}, which confirmed`)
  return true
}

/** Leaves a line for confirm, which was not sent, unless the target describes it. */
export function leaveConfirm({ interview }: Learning, why: string): void {
  const { draft } = interview
  const [plan] = plansFor('confirm', interview)
  const key = ['operations', 'confirm']
  if (plan === undefined || plan.described === null) return draft.miss([...key, 'request'], 'METHOD /path/{id}', why)
  draft.write([...key, 'request'], `${plan.method} ${plan.path}`, 'described', why)
  for (const [field, place] of Object.entries(plan.places)) draft.write([...key, field], place, 'described', why)
}

/** How a cancel went: the booking is over; the server wants a confirmed booking, as the documents do (4.3); neither. */
export type Ending = 'over' | 'once-confirmed' | 'not'

/** Ends a booking. */
export async function learnCancel(learning: Learning, id: string): Promise<Ending> {
  const { nonce, bookings } = learning.interview
  const reason = markerOf(nonce, 'init', 'cancel')
  const isMissing = learning.missing.has('cancel') && !learning.plans.has('cancel')
  const heard = isMissing ? null : await learnWrite(learning, 'cancel', { reason }, { id, ends: true })
  if (heard === null) return 'not'
  if (!heard.accepted) {
    for (const booking of bookings) if (booking.id === id) booking.refusal = heard.words
    return isOfState(heard) ? 'once-confirmed' : 'not'
  }
  const status = await settled(learning, id, heard, 'cancelled')
  if (status !== null) learnCancelled(learning, id, heard, status)
  return 'over'
}

/** Whether a refusal is about the state of the booking: by its status, or in words of the documents. */
function isOfState({ status, words }: Heard): boolean {
  return status === 409 || (status !== null && status >= 400 && status < 500 && /confirmed|on[ _-]?hold/i.test(words))
}

/** Writes the status of a cancelled booking. A hold may get another one, and be over like any hold that ends. */
function learnCancelled({ interview }: Learning, id: string, { n }: Heard, status: string): void {
  const { draft, bookings } = interview
  const key = ['booking', 'statuses', 'cancelled']
  const isConfirmed = bookings.some((booking) => booking.id === id && booking.committed)
  const why = `request ${n} cancelled a hold, which is ${status} then: a confirmed booking may be another`
  if (isConfirmed) draft.write(key, status, 'seen', `after request ${n}, which cancelled`)
  else if (draft.read(key) !== undefined) return
  else if (valueNames['expired']?.test(status) === true) draft.miss(key, 'CANCELLED', why)
  else draft.write(key, status, valueNames['cancelled']?.test(status) === true ? 'seen' : 'assumed', why)
}

/** Sends a write, and learns from its answer where a booking shows what was sent. null: it was not found. */
async function learnWrite(
  learning: Learning,
  name: Write,
  fields: Readonly<Record<string, Json>>,
  beside: Beside & { readonly id: string },
): Promise<Heard | null> {
  const { interview, plans } = learning
  const { draft } = interview
  const heard = await askBy(learning, name, fields, beside)
  if (heard === null && !plans.has(name)) draft.miss(['operations', name, 'request'], 'METHOD /path/{id}', nowhere)
  if (heard?.accepted !== true) return heard
  const { reference } = fields
  if (typeof reference === 'string') learnPlaces(interview, heard, { reference })
  for (const [field, value] of Object.entries(fields)) {
    const place = plans.get(name)?.places[field]
    const isReceipt = field === 'emailReceipt' && value === true && shownIn(interview, heard, field) === true
    const isShown = isReceipt || (typeof value === 'string' && showsText(heard.json, value))
    const from = `the answer to request ${heard.n} shows what was sent there`
    if (isShown && typeof place === 'string') draft.write(['operations', name, field], place, 'seen', from)
  }
  return heard
}

/** Asks by the id of the booking, or else by what else it goes by. */
async function askBy(
  learning: Learning,
  name: Write,
  fields: Readonly<Record<string, Json>>,
  { id, known = {}, ...beside }: Beside & { readonly id: string },
): Promise<Heard | null> {
  const { interview, plans, otherIds } = learning
  const key = ['booking', 'ids', name]
  const others = otherIds.get(id) ?? []
  const said = others.find(({ pointer }) => pointer === interview.draft.read(key))
  const heard = await askFor(learning, name, fields, { id: said?.value ?? id, known, ...beside })
  const [usual] = plansFor(name, interview)
  if (heard !== null || usual === undefined) return heard
  for (const { pointer, value } of others.slice(0, mostIds)) {
    const other = await interview.ask({ ...questionOf(usual, fields), id: value, ...beside })
    if (!other.accepted) continue
    plans.set(name, usual)
    writePlan(interview, usual, other)
    interview.draft.write(key, pointer, 'seen', `request ${other.n} knows the booking by it`)
    return other
  }
  return null
}

/** The status after a write, once it is what such a write makes. Some pass through states of their own for a while. */
async function settled(learning: Learning, id: string, heard: Heard, means: string): Promise<string | null> {
  const { interview } = learning
  const statusIn = (answer: Heard | null): string | null => {
    const shown = answer === null ? undefined : shownIn(interview, answer, 'status')
    return typeof shown === 'string' ? shown : null
  }
  const passed = new Set<string>()
  let status = statusIn(heard)
  if (!learning.plans.has('get')) return status
  const isIt = (): boolean => status !== null && valueNames[means]?.test(status) === true
  const mayPass = (): boolean => status === null || status === 'ON_HOLD' || valueNames['pending']?.test(status) === true
  // A word that nothing is known of is read once more: it may be another one by then.
  for (let reads = 0; reads < mostReads && !isIt() && (reads === 0 || mayPass()); reads += 1) {
    if (reads > 0 || !mayPass()) await interview.pause(settling / 2)
    const now = statusIn(await askFor(learning, 'get', {}, { id }))
    if (now !== null && status !== null && now !== status && status !== 'ON_HOLD') passed.add(status)
    status = now ?? status
  }
  const key = ['booking', 'statuses', 'pending']
  const before = interview.draft.read(key)
  const pending = [...new Set([...(Array.isArray(before) ? before : []), ...passed])]
  if (passed.size > 0) interview.draft.write(key, pending, 'seen', `passed through after request ${heard.n}`)
  return status
}
