import {
  escapeText,
  idText,
  isMap,
  reached,
  readBooking,
  readPointer,
  type Answer,
  type ClockFault,
  type Json,
  type ShownBooking,
  WalkFault,
} from '../vocabulary/index.js'
import { envelopeOfTransfer } from '../quote/options.js'
import { availabilitiesIn, bookingIds, itemsAt, listsIn } from './places.js'
import { refusedContent } from './refusal.js'
import { routed, type Walker } from './routed.js'
import { faultOf, lineOf, symptoms } from './symptoms.js'

/**
 * The availabilities to book in the first answer of the walk; none where the run itself must judge what is wrong.
 * @param again see {@link refusedContent}
 * @throws WalkFault where the profile asks for the wrong thing, or looks for it in the wrong place
 */
export async function checkAvailability(
  answer: Answer,
  walker: Walker,
  again: () => Promise<Answer>,
): Promise<readonly string[]> {
  reached(answer, 'first')
  await routed(answer, walker)
  const { status, freeAvailabilityIds: free, availabilityIds: all } = answer
  if (status === null || answer.limited || status >= 500) return []
  if (answer.refused) await refusedContent(answer, walker, again)
  if (free.length > 0) return free
  if (all.length > 0) throw nothingFree(answer, `${all.length} availabilities, each of them closed or sold out`)
  slotsElsewhere(answer)
  if (answer.accepted && answer.items.length === 0) throw nothingFree(answer, 'an empty list')
  return []
}

function nothingFree(answer: Answer, there: string): WalkFault {
  const { clock, operations } = answer.profile
  const { body } = operations.availability ?? {}
  const dates = Object.keys(body ?? {}).filter((name) => /date|from|to|start|end/i.test(name))
  const days = (dates.length === 0 ? ['localDateStart', 'localDateEnd'] : dates).map((name) => [name, '{today+60}'])
  const { key, remedy } = symptoms.nothingFree
  return faultOf('nothingFree', answer, {
    what: 'the availability check was answered, and nothing in it can be booked',
    there,
    write: `${lineOf(key, Object.fromEntries(days))}, days on which it is on offer; or another bookable.standard`,
    remedy: `${remedy}${
      clock === null || typeof clock.now === 'string'
        ? ''
        : '; where the test clock stands on another day, clock.now says where it shows it'
    }`,
  })
}

/** @throws WalkFault where the availabilities stand in another place than the profile says */
function slotsElsewhere(answer: Answer): void {
  const { json, profile, itemsPointer, status } = answer
  const { availability } = profile.operations
  if (json === undefined || availability === null || status === null || status > 299) return
  const places = availability.availabilityId
  // It stands there, and is no text: that is the server's.
  if (answer.items.some((item) => places.some((place) => readPointer<Json>(item, place) !== undefined))) return
  const found = availabilitiesIn(json, profile.bookable.standard, places)
  if (found === null || found.items.size === 0) return
  const { at, id } = found
  const value = { ...(at !== itemsPointer && { items: at }), ...(!places.includes(id) && { availabilityId: id }) }
  if (Object.keys(value).length === 0) return
  throw faultOf('slots', answer, {
    what: 'the answer to the availability check has no availabilityId where the profile looks for it',
    there: `a list at ${at === '' ? 'the top' : escapeText(at, 100)}, whose items have ${escapeText(id, 80)}`,
    value,
  })
}

/**
 * The id of the booking that was made; null where the run itself must judge what is wrong.
 * @param again see {@link refusedContent}
 * @throws WalkFault where the profile cannot be right
 */
export async function checkReserved(
  answer: Answer,
  walker: Walker,
  again: () => Promise<Answer>,
): Promise<string | null> {
  reached(answer, 'needed')
  if (answer.refused) {
    await routed(answer, walker)
    await refusedContent(answer, walker, again)
    return null
  }
  const id = idText(answer.read('id'))
  if (answer.accepted && id !== undefined) return id
  if (answer.accepted || answer.undocumented) idElsewhere(answer)
  return null
}

/** @throws WalkFault where the booking was made, or its answer says so, and its id stands somewhere else */
function idElsewhere(answer: Answer): void {
  const { json, profile, exchange } = answer
  if (json === undefined || readBooking(profile, json, 'id') !== undefined) return
  const { id: place } = profile.booking
  const { productId, optionId } = profile.bookable.standard
  const { idempotencyKey: key, availabilityId: slot } = exchange.input
  const found = bookingIds(json, place.slice(place.lastIndexOf('/') + 1)).filter(
    ({ value }) => ![productId, optionId, slot].includes(value),
  )
  // One that is what it was reserved with is the id without doubt.
  const ranked = [...found.filter(({ value }) => value === key), ...found.filter(({ value }) => value !== key)]
  const [best] = ranked
  if (best === undefined) return
  const { key: booking } = symptoms.booking
  const above = best.pointer.slice(0, best.pointer.lastIndexOf('/'))
  const alone = lineOf(booking, { id: best.pointer })
  const whole = lineOf(booking, { at: above, id: best.pointer.slice(above.length) })
  throw faultOf('booking', answer, {
    what: `the reservation was accepted, and its answer has no booking id at ${place}`,
    there: `no text at ${place}; the answer has ${ranked
      .slice(0, 4)
      .map(({ pointer }) => escapeText(pointer, 80))
      .join(', ')}`,
    write: above === '' ? alone : `${whole}, if the whole booking stands at ${escapeText(above, 100)}; else ${alone}`,
    ids: ranked.slice(0, 2).map(({ value }) => value),
  })
}

/**
 * What to note of a list in which no booking can be told from another; null: its bookings have ids, or there are none.
 * @param id of a booking that may be in it
 * @throws WalkFault where it stands elsewhere than the profile says, bookings with ids stand inside of its items or
 * beside them, or the items have their ids and no status
 */
export function checkListed(answer: Answer, id: string): string | null {
  const { accepted, bookings, itemsPointer, profile, items, json, undocumented } = answer
  if (undocumented && json !== undefined) listElsewhere(answer, json)
  const [before = ''] = itemsPointer.split('/*', 1)
  const isNowhere = items.length === 0 && before !== itemsPointer
  const ids = new Set(bookings.flatMap((each) => each.id ?? []))
  if (!accepted || bookings.some(isWhole) || (items.length === 0 && !isNowhere)) return null
  const isBooking = (value: Json): boolean => {
    const own = idText(readBooking(profile, value, 'id'))
    const hasStatus = typeof readBooking(profile, value, 'status') === 'string'
    // A wrapped booking goes by the id of its item (`{"id", "attributes": {"id", "status"}}`), not by another id.
    if (own === undefined) return false
    return ids.size === 0 ? own === id || hasStatus : ids.has(own) && hasStatus
  }
  const inside = itemsAt(answer.at(before) ?? null, isBooking)
  const there = membersOf(items[0] ?? null)
  if (inside === null)
    return isNowhere || ids.size > 0
      ? null
      : `the items of the list have no text at ${profile.booking.id} (request ${answer.n}); they have ${there}: a run can tell none of them from another, and what it looks for in lists stays untested`
  const lacked = ids.size === 0 ? profile.booking.id : profile.booking.status
  const place = `${before}${inside}`
  throw faultOf('items', answer, {
    what: isNowhere
      ? `no item of the list stands at '${itemsPointer}'`
      : `no item of the list is a booking: no text at ${lacked} of an item; it has ${there}`,
    there: `a booking at '${escapeText(place.replaceAll('*', '0'), 120)}'`,
    value: place,
  })
}

function listElsewhere(answer: Answer, json: Json): void {
  const lists = listsIn(json).filter(({ value }) => value.length > 0 && value.every((each) => isMap(each)))
  const [best] = lists
  if (best === undefined) return
  const named = lists.slice(0, 4).map(({ pointer }) => `'${escapeText(pointer, 80)}'`)
  throw faultOf('items', answer, {
    what: `the answer to list has no list at '${answer.itemsPointer}'`,
    there: `lists at ${named.join(', ')}`,
    value: best.pointer,
  })
}

function isWhole(booking: ShownBooking): boolean {
  return booking.id !== undefined && typeof booking.read('status') === 'string'
}

function membersOf(item: Json): string {
  if (!isMap(item)) return 'no members'
  const members = Object.entries(item).map(([name, value]) => (isMap(value) ? `${name}/...` : name))
  return escapeText(members.slice(0, 6).join(', '), 200)
}

/** @throws WalkFault where a transfer stands elsewhere than the profile says */
export function checkQuoted(answer: Answer): void {
  const at = answer.undocumented ? envelopeOfTransfer(answer.json ?? null) : null
  if (at === null) return
  const place = escapeText(at, 120)
  throw faultOf('transfer', answer, {
    what: `the answer to transfers is no Transfer: it has one at '${place}'`,
    there: `a Transfer at '${place}'`,
    value: at,
  })
}

const clockLine =
  'clock: { request: POST /..., minutes: body:/... }, or seconds: body:/...; null, if the target has no test clock'

/** A clock that shows what it should not: a move that was none, or no time where the profile says it is. */
export function wrongTime({ answer, message, remedy }: ClockFault): WalkFault {
  return new WalkFault({
    what: escapeText(message, 300),
    answer,
    write: clockLine,
    server: symptoms.clock.server,
    remedy,
  })
}

/** A move by nothing may be refused as such. Any other sign that there is no clock ends the walk. @throws WalkFault */
export function checkMoved(answer: Answer): void {
  const { status, outcome } = answer
  if (status === null || outcome === 'none' || answer.accepted || [400, 409, 422].includes(status)) return
  const what = `the clock of the profile cannot be moved: ${escapeText(answer.describe(), 300)}`
  throw faultOf('clock', answer, { what, write: clockLine })
}
