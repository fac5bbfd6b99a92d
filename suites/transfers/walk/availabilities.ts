import { placesIn, pointerTokens, readPlaces, readPointer, toPointer, type Json } from '../vocabulary/index.js'
import { mapOf, nameAt, plainName } from './lexicon.js'

/** Names of the id of an availability, the most telling first. */
const idNames = ['availabilityid', 'slotid', 'id', 'token', 'uuid', 'key', 'code']

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

/** The availabilities in an answer, as a list, as lists in maps or in other lists, or one alone. null: it has none. */
export function availabilitiesIn(
  json: Json,
  sold: { readonly productId: string; readonly optionId: string },
): Availabilities | null {
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

function idPointer(item: Json): string | null {
  const [best] = placesIn(item)
    .filter(({ pointer, value }) => typeof value === 'string' && value !== '' && rankOf(pointer) >= 0)
    // What stands in a list of the item is of something else.
    .filter(({ pointer }) => !/\/\d+\//.test(pointer))
    .sort((a, b) => rankOf(a.pointer) - rankOf(b.pointer))
  return best?.pointer ?? null
}

/** How telling the name of a place is, 0 the most. -1: it is no name of an id. */
function rankOf(pointer: string): number {
  return idNames.indexOf(plainName(nameAt(pointer)))
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
