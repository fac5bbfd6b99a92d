import {
  defaultProfile,
  idText,
  isList,
  isMap,
  placesIn,
  pointerTokens,
  readPlaces,
  readPointer,
  toPointer,
  valueAt,
} from '../vocabulary/index.js'
import type { Found, Json } from '../vocabulary/index.js'
import { mapOf, nameAt, plainName } from './lexicon.js'

/** Names of the id of an availability, the most telling first. */
const slotIdNames = ['availabilityid', 'slotid', 'id', 'token', 'uuid', 'key', 'code']

/** The availabilities in an answer. */
export interface Availabilities {
  /** Where they stand: `*` where there are several lists of them, as one for each day. */
  readonly at: string
  /** Where each has its id. */
  readonly id: string
  /** All of them, by their ids. */
  readonly items: ReadonlyMap<string, Json>
  /** The ids of those that are free. */
  readonly free: readonly string[]
}

/**
 * The availabilities in an answer, as a list, as lists in maps or in other lists, or one alone. null: it has none.
 * @param named where a profile looks for their ids
 */
export function availabilitiesIn(
  json: Json,
  sold: { readonly productId: string; readonly optionId: string },
  named: readonly string[] = [],
): Availabilities | null {
  const names = [...named.map((place) => plainName(nameAt(place))), ...slotIdNames]
  /** How telling the name of a place is, 0 the most. -1: it is no name of an id. */
  const rankOf = (pointer: string): number => names.indexOf(plainName(nameAt(pointer)))
  const idPointer = (item: Json): string | null =>
    placesIn(item)
      .filter(({ pointer, value }) => typeof value === 'string' && value !== '' && rankOf(pointer) >= 0)
      // What stands in a list of the item is of something else.
      .filter(({ pointer }) => !/\/\d+\//.test(pointer))
      .sort((a, b) => rankOf(a.pointer) - rankOf(b.pointer))[0]?.pointer ?? null
  const alone = Array.isArray(json) ? null : idPointer(json)
  const found = placesIn(json)
  const tried = new Set<string>()
  for (const { pointer, value } of found) {
    const isList = Array.isArray(value)
    if (!isList && !isDate(pointerTokens(pointer).at(-1) ?? '')) continue
    const id = idPointer(isList ? (value[0] ?? null) : value)
    // An answer that is one availability may have lists of something else.
    if (id === null || (alone !== null && rankOf(alone) < rankOf(id))) continue
    const at = everyOne(pointer)
    // Every day leads to all days.
    if (tried.has(`${at} ${id}`)) continue
    tried.add(`${at} ${id}`)
    const all = availabilities(json, at, id)
    // Products and options that are told beside them are no availabilities.
    if (![...all.items.keys()].every((each) => each === sold.productId || each === sold.optionId)) return all
  }
  if (found.some(({ value }) => Array.isArray(value) && value.length === 0)) return availabilities([], '', '/id')
  return alone === null ? null : availabilities(json, '', alone)
}

/** The place, with `*` for a day and for the place in a list. */
function everyOne(pointer: string): string {
  return toPointer(pointerTokens(pointer).map((token) => (isDate(token) || /^\d+$/.test(token) ? '*' : token)))
}

function isDate(token: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(token)
}

function availabilities(json: Json, at: string, id: string): Availabilities {
  const all = readPlaces<Json>(json, at).flatMap(({ value }) => (Array.isArray(value) ? value : [value]))
  const items = all.flatMap((item): [string, Json][] => {
    const found = readPointer<Json>(item, id)
    return typeof found === 'string' ? [[found, item]] : []
  })
  return { at, id, items: new Map(items), free: items.flatMap(([found, item]) => (isOpen(item) ? [found] : [])) }
}

/** Whether nothing in an item says that it is full, in the words that services have for it. */
function isOpen(item: Json): boolean {
  return !Object.entries(mapOf(item)).some(
    ([name, value]) =>
      (value === false && /^(is)?(available|bookable|open|sellable)$/.test(plainName(name))) ||
      (value === 0 && isRoom(name)) ||
      (typeof value === 'string' && /^(closed|full|(un|not[ _-]?)available|sold|(sold|booked)[ _-]?out)$/i.test(value)),
  )
}

/** Whether a number of this name says how much is left. */
export function isRoom(name: string): boolean {
  return /^(vacancies|capacity|(places|seats|spots|units)?(left|remaining|available)|remaining(places|seats)?)$/.test(
    plainName(name),
  )
}

/** Plain names of the id of a booking. */
const idName =
  /^(uuid|id|(booking|reservation|order)(uuid|id|number|no|reference|code|ref)?|number|code|token|ref|reference|(record)?locator|pnr)$/
/** Those of them that services with an id call something else by, too. */
const doubtfulIdName = /^(number|code|token|ref|reference|(record)?locator|pnr)$/
/** Plain names of what else a booking goes by; none that may be an id of something else. */
const otherIdName =
  /^(booking|reservation|order|confirmation)(reference|ref|number|no|code|uuid|id)$|^supplierref(erence)?$|^(uuid|id)$/

/** The place of the booking in an answer: a status beside what may be an id, or at least a new booking's status. */
export function envelopeOf(json: Json | undefined): string {
  const places = placesIn<Json>(json ?? null)
  const statusAt = (value: Json): Json | undefined => readPointer<Json>(value, '/status')
  const found = places.filter(({ value }) => typeof statusAt(value) === 'string' && bookingIds(value).length > 0)
  // What is around it may have a status of its own: DONE.
  const held = [...found, ...places].find(({ value }) => statusAt(value) === 'ON_HOLD') ?? found[0]
  if (held !== undefined) return held.pointer
  // Its status may stand elsewhere: { "booking": { ... } }, or { "success": true, "data": { ... } }.
  const isMember = ({ pointer }: Found): boolean => /^\/[^/]+$/.test(pointer)
  const [only, ...more] = places.filter((each) => isMember(each) && isMap(each.value))
  const isInside = only !== undefined && more.length === 0 && !bookingIds(json ?? null).some(isMember)
  return isInside && bookingIds(only.value).length > 0 ? only.pointer : ''
}

/** What may be the id of a booking, the likeliest first. @param named what a profile calls it */
export function bookingIds(json: Json, named?: string): readonly Found<string>[] {
  const rank = ({ pointer }: Found): number => {
    if (pointer === usualPlace('id')) return 0
    const doubt = /uu?id/i.test(pointer) ? 0 : doubtfulIdName.test(plainName(nameAt(pointer))) ? 2 : 1
    return 10 * pointer.split('/').length + doubt
  }
  return placesIn(json)
    .flatMap(({ pointer, value }): Found<string>[] => {
      const id = idText(value)
      const name = nameAt(pointer)
      return id !== undefined && (name === named || idName.test(plainName(name))) ? [{ pointer, value: id }] : []
    })
    .sort((a, b) => rank(a) - rank(b))
}

/** Other ids by which an operation may know a booking. */
export function otherIds(json: Json, id: string): readonly Found<string>[] {
  return placesIn(json).flatMap(({ pointer, value }): Found<string>[] => {
    const isOne = /^\/[^/]+$/.test(pointer) && otherIdName.test(plainName(nameAt(pointer)))
    return isOne && typeof value === 'string' && value !== '' && value !== id ? [{ pointer, value }] : []
  })
}

/** The lists in an answer, those nearest to its top first. */
export function listsIn(json: Json): readonly Found<readonly Json[]>[] {
  return placesIn<Json>(json).filter((found): found is Found<readonly Json[]> => isList(found.value))
}

/** The place of the bookings in a list, by the first, in a profile's form (`*`: any item). null: none is there. */
export function itemsAt(json: Json, isBooking: (value: Json) => boolean): string | null {
  for (const { pointer, value } of listsIn(json))
    for (const item of value) {
      const found = placesIn<Json>(item).find((each) => isMap(each.value) && isBooking(each.value))
      if (found === undefined) continue
      const all = pointerTokens(`${pointer}/*${found.pointer}`).map((token) => (/^\d+$/.test(token) ? '*' : token))
      return toPointer(all.at(-1) === '*' ? all.slice(0, -1) : all)
    }
  return null
}

/** Where octospec looks for a part of a booking unless told otherwise. */
export function usualPlace(...path: readonly string[]): string {
  const place = valueAt(defaultProfile(), ['booking', ...path])
  return typeof place === 'string' ? place : ''
}
