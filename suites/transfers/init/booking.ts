import { markerOf, readPointer, type Heard, type Json, type OperationName } from '../vocabulary/index.js'
import { bookingIds, bookingIn, idsIn, learnPlaces, statusOf } from './bookingPlaces.js'
import { hintsOfState } from './hints.js'
import { learnPath } from './learnPath.js'
import { valueNames } from './lexicon.js'
import { plansFor, questionOf, writePlan } from './plan.js'
import { askFor, insideOf, type Learning } from './learning.js'
import type { Made } from './reserve.js'

/** So many things in an answer are tried for the id of a booking, and so many reads may pass until a status is what it will be. */
const [mostIds, mostReads] = [3, 3]

/** After how long a read that finds nothing is tried once more, in milliseconds: some show late what was written. */
const settling = 2000

/** Reads a booking, and learns by which of the ids that it shows. */
export async function learnGet(learning: Learning, made: Made): Promise<void> {
  if (await readBy(learning, made)) return
  await learning.interview.pause(settling)
  if (!(await readBy(learning, made))) notFound(learning, 'get', 'no read of the booking was answered with it')
}

async function readBy(learning: Learning, { booking, heard: made }: Made): Promise<boolean> {
  const { draft } = learning.interview
  for (const { pointer, value } of idsIn(learning.interview, made).slice(0, mostIds)) {
    const heard = await askFor(learning, 'get', {}, { id: value })
    if (heard?.accepted !== true) continue
    if (!bookingIds(bookingIn(learning.interview, heard)).some((found) => found.value === value)) continue
    booking.id = value
    draft.write(['booking', 'id'], pointer, 'seen', `request ${heard.n} reads the booking by it`)
    return true
  }
  return false
}

/** Lengthens a hold. */
export async function learnExtend(learning: Learning, id: string): Promise<void> {
  const heard = await askFor(learning, 'extend', { expirationMinutes: 90 }, { id })
  if (heard === null) return notFound(learning, 'extend', 'it is not where the documents have it')
  const plan = learning.plans.get('extend')
  if (heard.accepted || plan === undefined || plan.told.get('expirationMinutes')?.sure !== 'assumed') return
  // It need not call it as bookings do.
  const documented = 'body:/expirationMinutes'
  plan.places['expirationMinutes'] = documented
  plan.told.set('expirationMinutes', { sure: 'seen', from: `request ${heard.n} was refused with another name` })
  await askFor(learning, 'extend', { expirationMinutes: 90 }, { id })
}

/** Changes the reference of a booking. What a refusal asks for is sent, too: some replace the whole booking. */
export async function learnUpdate(learning: Learning, id: string): Promise<void> {
  const { sold, slots } = learning
  const reference = markerOf(learning.interview.nonce, 'init', 'update')
  const known: Record<string, Json> = { availabilityId: slots[0] ?? '', ...idsOf(sold), expirationMinutes: 90 }
  const heard = await askFor(learning, 'update', { reference }, { id }, known)
  if (heard === null) return notFound(learning, 'update', 'no method and path that were tried are one')
  learnText(learning, 'update', 'reference', reference, heard)
  if (heard.accepted && shownReceipt(learning, heard)?.value === false) {
    const member = receiptMember(learning)
    const asked = await askFor(learning, 'update', {}, { id, more: [[`body:/${member}`, true]] })
    if (asked !== null) learnReceipt(learning, 'update', asked)
  }
}

/** What requests may call the receipt option: as bookings do, or as octospec assumes. */
function receiptMember({ interview: { draft } }: Learning): string {
  const place = draft.read(['booking', 'emailReceipt'])
  return typeof place === 'string' && /^\/[^/]+$/.test(place) ? place.slice(1) : 'emailReceipt'
}

/** Whether a booking shows that a receipt is mailed; null: it does not show it. */
function shownReceipt({ interview }: Learning, heard: Heard): { readonly value: Json | undefined } | null {
  const place = interview.draft.read(['booking', 'emailReceipt'])
  return typeof place === 'string' ? { value: readPointer<Json>(bookingIn(interview, heard), place) } : null
}

/** A receipt that was asked for is shown as such, so that it was asked for in the right place. */
function learnReceipt(learning: Learning, name: OperationName, heard: Heard): void {
  if (!heard.accepted || shownReceipt(learning, heard)?.value !== true) return
  const from = `the answer to request ${heard.n} shows what was asked for there`
  const place = insideOf(learning, name, `body:/${receiptMember(learning)}`)
  learning.interview.draft.write(['operations', name, 'emailReceipt'], place, 'seen', from)
}

/** Makes a hold a booking. */
export async function learnConfirm(learning: Learning, id: string): Promise<boolean> {
  const { draft, given, nonce, bookings } = learning.interview
  if (!given.mayConfirm) {
    await leaveConfirm(learning, 'nothing was confirmed without --allow-confirm')
    return false
  }
  const reference = markerOf(nonce, 'init', 'confirm')
  const isShown = learning.interview.described.length === 0 && draft.read(['booking', 'emailReceipt']) !== undefined
  const receipt = receiptMember(learning)
  const asked = isShown ? [[`body:/${receipt}`, true] as const] : []
  const fields = { reference, ...(asked.length === 0 && { emailReceipt: false }) }
  const first = await askFor(learning, 'confirm', fields, { id, more: asked })
  const isRefused = first !== null && !first.accepted && asked.length > 0
  const heard = isRefused ? await askFor(learning, 'confirm', { reference }, { id }) : first
  if (heard === null) notFound(learning, 'confirm', 'no method and path that were tried are one')
  if (heard?.accepted !== true) return false
  for (const booking of bookings) if (booking.id === id) booking.committed = true
  learnText(learning, 'confirm', 'reference', reference, heard)
  if (heard === first) learnReceipt(learning, 'confirm', heard)
  const status = await settled(learning, id, heard, 'confirmed')
  if (status !== null)
    draft.write(['booking', 'statuses', 'confirmed'], status, 'seen', `after request ${heard.n}, which confirmed`)
  return true
}

/** Leaves a line for confirm, which was not sent, unless its path is found by asking for no booking. */
export async function leaveConfirm(learning: Learning, why: string): Promise<void> {
  await learnPath(learning, 'confirm')
  notFound(learning, 'confirm', why)
}

/**
 * What came of ending a booking: it is over; or the target knows the cancel and wants a booking that is confirmed, which is what the
 * documents have it for (4.3); or not.
 */
export type Ending = 'over' | 'once-confirmed' | 'not'

/** Ends a booking. */
export async function learnCancel(learning: Learning, id: string): Promise<Ending> {
  const { draft, nonce, bookings } = learning.interview
  const reason = markerOf(nonce, 'init', 'cancel')
  const isMissing = learning.missing.has('cancel') && !learning.plans.has('cancel')
  const heard = isMissing ? null : await cancelBy(learning, id, reason)
  if (heard === null) notFound(learning, 'cancel', 'no method and path that were tried are one')
  if (heard?.accepted !== true) {
    // Where none was found, nothing was refused.
    for (const booking of bookings) if (booking.id === id && heard !== null) booking.refusal = heard.words
    if (heard === null || !isOfState(heard)) return 'not'
    for (const [name, requests] of hintsOfState(heard.words)) learning.hints.words.set(name, requests)
    return 'once-confirmed'
  }
  const place = learning.plans.get('cancel')?.places['reason']
  const own = learning.names.get('reason')
  for (const [at, text] of [
    [place, reason],
    [own === undefined ? null : `body:/${own.member}`, ownReason(nonce)],
  ] as const)
    if (typeof at === 'string' && holds(heard.json, text))
      draft.write(
        ['operations', 'cancel', 'reason'],
        at,
        'seen',
        `the answer to request ${heard.n} has what was sent there`,
      )
  const status = await settled(learning, id, heard, 'cancelled')
  if (status !== null)
    draft.write(['booking', 'statuses', 'cancelled'], status, 'seen', `after request ${heard.n}, which cancelled`)
  return 'over'
}

function ownReason(nonce: string): string {
  return markerOf(nonce, 'init', 'cancel by its own name')
}

/** Whether a refusal is about the state of the booking: by its status, or in words of the documents. */
function isOfState({ status, words }: Heard): boolean {
  return status === 409 || (status !== null && status >= 400 && status < 500 && /confirmed|on[ _-]?hold/i.test(words))
}

/** By the id of the booking, or by what else it goes by: each where public OCTO has cancel. */
async function cancelBy(learning: Learning, id: string, reason: string): Promise<Heard | null> {
  const { interview, plans, otherIds } = learning
  const key = ['booking', 'ids', 'cancel']
  const others = otherIds.get(id) ?? []
  const known = others.find(({ pointer }) => pointer === interview.draft.read(key))
  // It may be called as bookings call it, or not: both are sent.
  const own = learning.names.get('reason')
  const more = own === undefined ? [] : [[`body:/${own.member}`, ownReason(interview.nonce)] as const]
  const heard = await askFor(learning, 'cancel', { reason }, { id: known?.value ?? id, ends: true, more })
  if (heard !== null) return heard
  const [usual] = plansFor('cancel', interview)
  if (usual === undefined) return null
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

/** The status after a write, once it is what such a write makes: some are processed for a while, in a state of their own. */
async function settled(learning: Learning, id: string, heard: Heard, means: string): Promise<string | null> {
  const { interview, plans } = learning
  const passed = new Set<string>()
  let status = statusOf(interview, heard)
  const isIt = (): boolean => status !== null && valueNames[means]?.test(status) === true
  const mayPass = (): boolean => status === null || status === 'ON_HOLD' || valueNames['pending']?.test(status) === true
  // A word that nothing is known of is read once more: it may be another one by then.
  for (let reads = 0; reads < mostReads && !isIt() && (reads === 0 || mayPass()); reads += 1) {
    if (!plans.has('get')) return status
    if (reads > 0 || !mayPass()) await interview.pause(settling / 2)
    const read = await askFor(learning, 'get', {}, { id })
    const now = read === null ? null : statusOf(interview, read)
    if (now !== null && status !== null && now !== status && status !== 'ON_HOLD') passed.add(status)
    status = now ?? status
  }
  if (passed.size > 0) learnPending(interview.draft, passed, `passed through after request ${heard.n}`)
  return status
}

/** What the bookings of either write pass through stands in one line. */
function learnPending(draft: Learning['interview']['draft'], passed: ReadonlySet<string>, from: string): void {
  const key = ['booking', 'statuses', 'pending']
  const before = draft.read(key)
  draft.write(key, [...new Set([...(Array.isArray(before) ? before : []), ...passed])], 'seen', from)
}

/** Where a text that was sent stands in the booking, and with that, that it was sent to the right place. */
function learnText(learning: Learning, name: OperationName, field: 'reference', text: string, heard: Heard): void {
  const { interview, plans } = learning
  learnPlaces(interview, heard, { texts: { [field]: text } })
  const plan = plans.get(name)
  const place = plan?.places[field]
  if (typeof place !== 'string' || !holds(heard.json, text)) return
  const from = `the answer to request ${heard.n} has what was sent there`
  if (plan?.told.has(field) === true) plan.told.set(field, { sure: 'seen', from })
  interview.draft.write(['operations', name, field], place, 'seen', from)
}

function holds(json: Json | undefined, text: string): boolean {
  return JSON.stringify(json ?? null)
    .replaceAll(/\s/g, '')
    .toLowerCase()
    .includes(text.toLowerCase())
}

/** Leaves a line for an operation that was not found. */
function notFound({ interview, plans }: Learning, name: OperationName, why: string): void {
  if (!plans.has(name)) interview.draft.miss(['operations', name, 'request'], 'METHOD /path/{id}', why)
}

function idsOf({ productId, optionId }: Learning['sold']): Record<string, string> {
  return { productId, optionId }
}
