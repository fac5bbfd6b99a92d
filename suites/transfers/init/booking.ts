import { markerOf, type Heard, type OperationName } from '../vocabulary/index.js'
import { askFor } from './ask.js'
import { bookingIds, bookingIn, idsIn, learnPlaces, shownIn, showsText } from './bookingPlaces.js'
import type { Learning } from './learning.js'
import { valueNames } from './lexicon.js'
import { plansFor, questionOf, writePlan } from './plan.js'
import type { Made } from './reserve.js'

/** So many things in an answer are tried for the id of a booking, and so many reads may pass until a status settles. */
const [mostIds, mostReads] = [3, 3]
/** Some show late what was written. A read that finds nothing is tried once more after so many milliseconds. */
const settling = 2000
const nowhere = 'no method and path that were tried are one'

/** Reads a booking, and learns by which of the ids that it shows. */
export async function learnGet(learning: Learning, made: Made): Promise<void> {
  if (await readBy(learning, made)) return
  await learning.interview.pause(settling)
  if (!(await readBy(learning, made))) leave(learning, 'get', 'no read of the booking was answered with it')
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
  const heard = await askFor(learning, 'extend', { expirationMinutes: 90 }, { id })
  if (heard === null) leave(learning, 'extend', 'it is not where the documents have it')
}

/** Changes the reference of a booking. Some replace the whole booking, so what a refusal asks for is sent, too. */
export async function learnUpdate(learning: Learning, id: string): Promise<void> {
  const { interview, slots, sold } = learning
  const reference = markerOf(interview.nonce, 'init', 'update')
  const { productId, optionId } = sold
  const known = { availabilityId: slots[0] ?? '', productId, optionId, expirationMinutes: 90 }
  const heard = await askFor(learning, 'update', { reference }, { id }, known)
  if (heard === null) return leave(learning, 'update', nowhere)
  learnPlaces(interview, heard, { reference })
  cameBack(learning, 'update', 'reference', heard, showsText(heard.json, reference))
}

/** Makes a hold a booking. */
export async function learnConfirm(learning: Learning, id: string): Promise<boolean> {
  const { interview, plans } = learning
  const { draft, nonce, bookings } = interview
  const reference = markerOf(nonce, 'init', 'confirm')
  const [plan] = plansFor('confirm', interview)
  // A receipt is asked for where that tells its place, and no guest is named.
  const emailReceipt = plan?.described === null && draft.read(['booking', 'emailReceipt']) !== undefined
  const heard = await askFor(learning, 'confirm', { reference, emailReceipt }, { id })
  if (heard === null) leave(learning, 'confirm', nowhere)
  if (heard?.accepted !== true) return false
  for (const booking of bookings) if (booking.id === id) booking.committed = true
  learnPlaces(interview, heard, { reference })
  cameBack(learning, 'confirm', 'reference', heard, showsText(heard.json, reference))
  cameBack(
    learning,
    'confirm',
    'emailReceipt',
    heard,
    emailReceipt && shownIn(interview, heard, 'emailReceipt') === true,
  )
  const status = plans.has('get') ? await settled(learning, id, heard, 'confirmed') : statusOf(learning, heard)
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

/** How a cancel went: the booking is over; the target wants a confirmed booking, as the documents do (4.3); or neither. */
export type Ending = 'over' | 'once-confirmed' | 'not'

/** Ends a booking. */
export async function learnCancel(learning: Learning, id: string): Promise<Ending> {
  const { interview, plans, missing } = learning
  const { draft, nonce, bookings } = interview
  const reason = markerOf(nonce, 'init', 'cancel')
  const isMissing = missing.has('cancel') && !plans.has('cancel')
  const heard = isMissing ? null : await cancelBy(learning, id, reason)
  if (heard === null) {
    leave(learning, 'cancel', nowhere)
    return 'not'
  }
  if (!heard.accepted) {
    for (const booking of bookings) if (booking.id === id) booking.refusal = heard.words
    return isOfState(heard) ? 'once-confirmed' : 'not'
  }
  cameBack(learning, 'cancel', 'reason', heard, showsText(heard.json, reason))
  const status = plans.has('get') ? await settled(learning, id, heard, 'cancelled') : statusOf(learning, heard)
  if (status !== null)
    draft.write(['booking', 'statuses', 'cancelled'], status, 'seen', `after request ${heard.n}, which cancelled`)
  return 'over'
}

/** Whether a refusal is about the state of the booking: by its status, or in words of the documents. */
function isOfState({ status, words }: Heard): boolean {
  return status === 409 || (status !== null && status >= 400 && status < 500 && /confirmed|on[ _-]?hold/i.test(words))
}

/** Cancels by the id of the booking, or else by what else it goes by. */
async function cancelBy(learning: Learning, id: string, reason: string): Promise<Heard | null> {
  const { interview, plans, otherIds } = learning
  const key = ['booking', 'ids', 'cancel']
  const others = otherIds.get(id) ?? []
  const known = others.find(({ pointer }) => pointer === interview.draft.read(key))
  const heard = await askFor(learning, 'cancel', { reason }, { id: known?.value ?? id, ends: true })
  const [usual] = plansFor('cancel', interview)
  if (heard !== null || usual === undefined) return heard
  for (const { pointer, value } of others.slice(0, mostIds)) {
    const other = await interview.ask({ ...questionOf(usual, { reason }), id: value, ends: true })
    if (!other.accepted) continue
    plans.set('cancel', usual)
    writePlan(interview, usual, other)
    interview.draft.write(key, pointer, 'seen', `request ${other.n} cancels the booking by it`)
    return other
  }
  return null
}

/** The status after a write, once it is what such a write makes. Some pass through states of their own for a while. */
async function settled(learning: Learning, id: string, heard: Heard, means: string): Promise<string | null> {
  const { interview } = learning
  const passed = new Set<string>()
  let status = statusOf(learning, heard)
  const isIt = (): boolean => status !== null && valueNames[means]?.test(status) === true
  const mayPass = (): boolean => status === null || status === 'ON_HOLD' || valueNames['pending']?.test(status) === true
  // A word that nothing is known of is read once more: it may be another one by then.
  for (let reads = 0; reads < mostReads && !isIt() && (reads === 0 || mayPass()); reads += 1) {
    if (reads > 0 || !mayPass()) await interview.pause(settling / 2)
    const read = await askFor(learning, 'get', {}, { id })
    const now = read === null ? null : statusOf(learning, read)
    if (now !== null && status !== null && now !== status && status !== 'ON_HOLD') passed.add(status)
    status = now ?? status
  }
  const key = ['booking', 'statuses', 'pending']
  const before = interview.draft.read(key)
  const pending = [...new Set([...(Array.isArray(before) ? before : []), ...passed])]
  if (passed.size > 0) interview.draft.write(key, pending, 'seen', `passed through after request ${heard.n}`)
  return status
}

function statusOf({ interview }: Learning, heard: Heard): string | null {
  const status = shownIn(interview, heard, 'status')
  return typeof status === 'string' ? status : null
}

/** Writes the place of a field whose value came back. */
function cameBack(learning: Learning, name: OperationName, field: string, heard: Heard, isShown: boolean): void {
  const plan = learning.plans.get(name)
  const place = plan?.places[field]
  const from = `the answer to request ${heard.n} shows what was sent there`
  if (isShown && typeof place === 'string')
    learning.interview.draft.write(['operations', name, field], place, 'seen', from)
}

/** Leaves a line for an operation that was not found. */
function leave({ interview, plans }: Learning, name: OperationName, why: string): void {
  if (!plans.has(name)) interview.draft.miss(['operations', name, 'request'], 'METHOD /path/{id}', why)
}
