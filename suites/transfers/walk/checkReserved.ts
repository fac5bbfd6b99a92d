import {
  escapeText,
  idsIn,
  idText,
  reached,
  readBooking,
  WalkFault,
  isMap,
  placesIn,
  pointerTokens,
  toPointer,
} from '../vocabulary/index.js'
import type { Answer, Json, ShownBooking } from '../vocabulary/index.js'
import { refusedContent } from './refusedContent.js'
import { routed, type Walker } from './routed.js'

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
  const wrong = idElsewhere(answer)
  if (wrong !== null) throw wrong
  return null
}

/** The booking was made, or its answer says so, and its id stands somewhere else. */
function idElsewhere(answer: Answer): WalkFault | null {
  const { json, profile, exchange } = answer
  if (json === undefined || (!answer.accepted && !answer.undocumented)) return null
  const place = profile.booking.id
  const key = exchange.input['idempotencyKey']
  const { productId, optionId } = profile.bookable.standard
  const slot = exchange.input['availabilityId']
  const known = new Set([productId, optionId, ...(typeof slot === 'string' ? [slot] : [])])
  const inPlace = readBooking(profile, json, 'id')
  const found = idsIn(json, [place.slice(place.lastIndexOf('/') + 1)], known)
  // One that is what it was reserved with is the id without doubt.
  const ranked = [...found.filter(({ value }) => value === key), ...found.filter(({ value }) => value !== key)]
  const [best] = ranked
  if (best === undefined || inPlace !== undefined) return null
  const above = best.pointer.slice(0, best.pointer.lastIndexOf('/'))
  return new WalkFault({
    what: `the reservation was accepted, and its answer has no booking id at ${place}`,
    answer,
    looked: `text at ${place} (booking.id)`,
    there: `no text at ${place}; the answer has ${ranked
      .slice(0, 4)
      .map(({ pointer }) => escapeText(pointer, 80))
      .join(', ')}`,
    write:
      above === ''
        ? `booking: { id: ${escapeText(best.pointer, 120)} }`
        : `booking: { at: ${escapeText(above, 100)}, id: ${escapeText(best.pointer.slice(above.length), 60)} }, if the whole booking stands at ${escapeText(above, 100)}; else booking: { id: ${escapeText(best.pointer, 120)} }`,
    server: 'no, if that is the id: only the profile says where it stands',
    remedy: 'mend booking.id in the profile; until then nothing more is booked',
    ids: ranked.slice(0, 2).flatMap(({ value }) => idText(value) ?? []),
  })
}

/**
 * What to note of a list in which no booking can be told from another; null: its bookings have ids, or there are none.
 * @param id of a booking that may be in it
 * @throws WalkFault where bookings with ids stand inside of its items, or beside them; also where the items have their ids, and no status
 */
export function namelessItems(answer: Answer, id: string): string | null {
  const { accepted, bookings, itemsPointer, profile, items } = answer
  const [before = ''] = itemsPointer.split('/*', 1)
  const isNowhere = items.length === 0 && before !== itemsPointer
  const ids = new Set(bookings.flatMap((each) => each.id ?? []))
  if (!accepted || bookings.some(isWhole) || (items.length === 0 && !isNowhere)) return null
  const isBooking = (json: Json): boolean => {
    const own = idText(readBooking(profile, json, 'id'))
    const hasStatus = typeof readBooking(profile, json, 'status') === 'string'
    // What an item wraps goes by its id (`{"id", "attributes": {"id", "status"}}`); another id is of something else that it shows.
    if (own === undefined) return false
    return ids.size === 0 ? own === id || hasStatus : ids.has(own) && hasStatus
  }
  const inside = placesIn<Json>(answer.at(before) ?? null).find(({ value }) => isMap(value) && isBooking(value))
  const there = membersOf(items[0] ?? null)
  if (inside === undefined)
    return isNowhere || ids.size > 0
      ? null
      : `the items of the list have no text at ${profile.booking.id} (exchange ${answer.n}); they have ${there}: a run can tell none of them from another, and what it looks for in lists stays untested`
  const lacked = ids.size === 0 ? profile.booking.id : profile.booking.status
  const place = `${before}${anyOf(inside.pointer)}`
  throw new WalkFault({
    what: isNowhere
      ? `no item of the list stands at '${itemsPointer}'`
      : `no item of the list is a booking: no text at ${lacked} of an item; it has ${there}`,
    answer,
    looked: `bookings at '${itemsPointer}' (operations.list.items), with text at ${profile.booking.id} (booking.id) and ${profile.booking.status} (booking.status)`,
    there: `a booking at '${escapeText(`${before}${inside.pointer}`, 120)}'`,
    write: `operations: { list: { items: '${escapeText(place, 120)}' } }`,
    server: 'no: only the profile says where in the list its bookings stand',
    remedy: 'mend operations.list.items in the profile',
  })
}

function isWhole(booking: ShownBooking): boolean {
  return booking.id !== undefined && typeof booking.read('status') === 'string'
}

/** A place of one item as that of all: `/0/node` as `/*\/node`. */
function anyOf(pointer: string): string {
  const [, ...way] = pointerTokens(pointer).map((token) => (/^\d+$/.test(token) ? '*' : token))
  const all = ['*', ...way]
  return toPointer(all.at(-1) === '*' && all.length > 1 ? all.slice(0, -1) : all)
}

function membersOf(item: Json): string {
  if (!isMap(item)) return 'no members'
  const members = Object.entries(item).map(([name, value]) => (isMap(value) ? `${name}/...` : name))
  return escapeText(members.slice(0, 6).join(', '), 200)
}
