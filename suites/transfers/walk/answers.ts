import {
  escapeText,
  idsIn,
  listsIn,
  reached,
  readPointer,
  WalkFault,
  idText,
  readBooking,
  isMap,
  placesIn,
  pointerTokens,
  toPointer,
} from '../vocabulary/index.js'
import type { Answer, Found, Json, ShownBooking, ClockFault } from '../vocabulary/index.js'
import { refusedContent } from './refusal.js'
import { routed, type Walker } from './routed.js'
import { envelopeOfTransfer } from '../quote/envelopeOfTransfer.js'

/**
 * The availabilities to book, of the answer to the first request of the walk; none where the run itself must judge what is wrong.
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
  const misplaced = elsewhere(answer)
  if (misplaced !== null) throw misplaced
  if (answer.accepted && answer.items.length === 0) throw nothingFree(answer, 'an empty list')
  return []
}

function nothingFree(answer: Answer, there: string): WalkFault {
  const { clock, operations } = answer.profile
  const { body } = operations.availability ?? {}
  const dates = Object.keys(body ?? {}).filter((name) => /date|from|to|start|end/i.test(name))
  const members = (dates.length === 0 ? ['localDateStart', 'localDateEnd'] : dates).map(
    (name) => `${name}: '{today+60}'`,
  )
  return new WalkFault({
    what: 'the availability check was answered, and nothing in it can be booked',
    answer,
    looked: `an availability that is free (operations.availability.items and availabilityId)`,
    there,
    write: `operations: { availability: { body: { ${escapeText(members.join(', '), 200)} } } }, days on which it is on offer; or another bookable.standard`,
    server: 'only if the product is on offer on these days',
    remedy: `name days and a product with something free in the profile: the walk books it, and cancels it again${
      clock === null || typeof clock.now === 'string'
        ? ''
        : '; where the test clock stands on another day, clock.now says where it shows it'
    }`,
  })
}

/** The ids in another place than the profile says; null: in none that could be told. */
function elsewhere(answer: Answer): WalkFault | null {
  const { json, profile, itemsPointer } = answer
  const { availability } = profile.operations
  if (json === undefined || availability === null || answer.status === null || answer.status > 299) return null
  const places = availability.availabilityId
  const names = ['availabilityId', ...places.map((place) => place.slice(place.lastIndexOf('/') + 1))]
  const here = readPointer<Json>(json, itemsPointer)
  const isWrongKind = (item: Json): boolean => places.some((place) => readPointer<Json>(item, place) !== undefined)
  // It stands there, and is no text: that is the server's.
  if (answer.items.some(isWrongKind)) return null
  const lists: readonly Found[] = [
    ...(Array.isArray(here) ? [{ pointer: itemsPointer, value: here }] : []),
    ...listsIn(json),
  ]
  const known = new Set([profile.bookable.standard.productId, profile.bookable.standard.optionId])
  for (const { pointer, value } of lists) {
    // Array.isArray narrows no list that is read-only.
    const item = Array.isArray(value) ? (value[0] as Json | undefined) : undefined
    const found = item === undefined ? [] : idsIn(item, names, known)
    const right = places.find((place) => typeof readPointer<Json>(item ?? null, place) === 'string')
    const [id] = found
    if (right === undefined && id === undefined) continue
    const items = pointer === itemsPointer ? [] : [`items: ${quoted(pointer)}`]
    const ids = right === undefined && id !== undefined ? [`availabilityId: ${quoted(id.pointer)}`] : []
    return new WalkFault({
      what: `the answer to the availability check has no availabilityId where the profile looks for it`,
      answer,
      looked: `text at ${places.join(' or ')} of an item of ${itemsPointer === '' ? 'the answer' : itemsPointer} (operations.availability.items, availabilityId)`,
      there: `a list at ${pointer === '' ? 'the top' : escapeText(pointer, 100)}, whose items have ${
        found.length > 0
          ? found
              .slice(0, 4)
              .map((each) => escapeText(each.pointer, 80))
              .join(', ')
          : (right ?? '')
      }`,
      write: `operations: { availability: { ${[...items, ...ids].join(', ')} } }`,
      server: 'no, if that is the id: only the profile says where it stands',
      remedy: 'mend operations.availability in the profile',
    })
  }
  return null
}

function quoted(pointer: string): string {
  const shown = escapeText(pointer, 120)
  return /^[\w/.-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "''")}'`
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

/** @throws WalkFault where a list of objects stands elsewhere than the profile says */
export function wrongItems(answer: Answer): void {
  const { json, itemsPointer } = answer
  if (!answer.undocumented || json === undefined) return
  const lists = listsIn(json)
  const [best] = lists
  if (best === undefined) return
  throw new WalkFault({
    what: `the answer to list has no list at '${itemsPointer}'`,
    answer,
    looked: `a list at '${itemsPointer}' (operations.list.items)`,
    there: `lists at ${lists
      .slice(0, 4)
      .map(({ pointer }) => `'${escapeText(pointer, 80)}'`)
      .join(', ')}`,
    write: `operations: { list: { items: '${escapeText(best.pointer, 120)}' } }`,
    server: 'no: only the profile says where the list stands',
    remedy: 'mend operations.list.items in the profile',
  })
}

/** @throws WalkFault where a transfer stands elsewhere than the profile says */
export function wrongTransfer(answer: Answer): void {
  const { json, profile } = answer
  const at = answer.undocumented ? envelopeOfTransfer(json ?? null) : null
  if (at === null) return
  const place = escapeText(at, 120)
  throw new WalkFault({
    what: `the answer to transfers is no Transfer: it has one at '${place}'`,
    answer,
    looked: `a Transfer at '${profile.operations.transfers?.at ?? ''}' (operations.transfers.at)`,
    there: `a Transfer at '${place}'`,
    write: `operations: { transfers: { at: '${place}' } }`,
    server:
      'only if what it wraps its answers in is none of its habits: by the documents (4.1) the answer is the Transfer',
    remedy: 'say operations.transfers.at in the profile',
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
    server: 'no: the documents know no test clock',
    remedy,
  })
}

/** Moving by nothing may be refused for being nothing: whatever of the target's shows that there is no such clock ends the walk. @throws WalkFault */
export function wrongClock(answer: Answer): void {
  const { status, outcome } = answer
  if (status === null || outcome === 'none' || answer.accepted || [400, 409, 422].includes(status)) return
  throw new WalkFault({
    what: `the clock of the profile cannot be moved: ${escapeText(answer.describe(), 300)}`,
    answer,
    looked:
      'a test clock that moves forward by 0 minutes (clock.request, and clock.minutes, clock.seconds or clock.at)',
    write: clockLine,
    server: 'no: the documents know no test clock',
    remedy: 'mend clock in the profile; without one the holds are checked by --wait or octospec resume',
  })
}
