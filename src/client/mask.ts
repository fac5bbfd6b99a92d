import { createHash } from 'node:crypto'
import { pointerTokens, readPointer } from '../contract/jsonPointer.js'
import type { Json, Profile } from '../profile/profile.js'
import type { Caller, Exchange } from './exchange.js'
import { isCounted } from './isCounted.js'
import { isOfRun } from './marker.js'
import type { BookingPlaces, Service } from './service.js'
import { writePointer } from './writePointer.js'
import { idText } from './idText.js'

/** Of which service, and which of its bookings are the run's own. */
export interface Masking {
  readonly service: Service
  readonly profile: Profile
  /** Whether the run made the booking that this caller knows by the id. */
  readonly isOwn: (id: string, as: Caller) => boolean
  readonly nonce: string
}

/**
 * An exchange in which bookings that the run did not make carry no data of other people: of each item of a list, and of a booking
 * that was read, the judged fields stay, the id becomes a pseudonym that is the same throughout the run, and the rest keeps its
 * type and its member names alone.
 */
export function maskForeign(exchange: Exchange, { service, profile, isOwn, nonce }: Masking): Exchange {
  const { response, purpose } = exchange
  const { lists = false, shows = false } = service.operations[purpose] ?? {}
  if (response === null || !(lists || shows)) return exchange
  const places = service.bookings.places(profile)
  const maskItem = (item: Json): Json =>
    isBookingOf(item, places, (id) => isOwn(id, exchange.as)) || isMarked(item, places, nonce)
      ? item
      : maskBooking(item, places, (id) => pseudonym(nonce, id, exchange.as))
  if (response.json === undefined) {
    const { text } = response
    // A page or a message is no list; anything else under 2xx may be one that we could not read.
    if (text === undefined || response.status > 299 || !lists || /^\s*</.test(text)) return exchange
    return { ...exchange, response: { ...response, text: `[masked: ${text.length} characters]` } }
  }
  if (response.status < 200 || response.status > 299) return exchange
  const json = lists
    ? // Where the list is not where the profile says, it is somewhere else, and its items are bookings of others.
      (maskList(response.json, profile.operations[purpose]?.items ?? '', maskItem) ??
      maskArrays(response.json, maskItem))
    : maskRead(response.json, places, maskItem)
  return json === response.json ? exchange : { ...exchange, response: { ...response, json } }
}

/** The pseudonym of a booking that the run did not make. A counted id is another booking in another account: so is its pseudonym. */
export function pseudonym(nonce: string, id: string, as: Caller): string {
  return `masked-${createHash('sha256')
    .update(JSON.stringify(isCounted(id) ? [nonce, id, as] : [nonce, id]))
    .digest('hex')
    .slice(0, 8)}`
}

/** null: there is no list at that place. */
function maskList(json: Json, items: string, maskItem: (item: Json) => Json): Json | null {
  const [, before = items, after] = /^(.*?)\/\*((?:\/.*)?)$/s.exec(items) ?? []
  const holder = readPointer<Json>(json, before)
  if (after === undefined && isList(holder)) return writeAll(json, before, holder, maskItem)
  if (after !== undefined && holder !== undefined && (isList(holder) || isObject(holder)))
    return writeAll(json, before, holder, (each) => maskEach(each, after, maskItem))
  return null
}

/** One member of what a `*` leads through: it holds a list, or the one booking, and what is told beside that is theirs as well. */
function maskEach(json: Json, items: string, maskItem: (item: Json) => Json): Json {
  const found = readPointer<Json>(json, items)
  if (found === undefined || !isObject(found)) return maskList(json, items, maskItem) ?? maskItem(json)
  const masked = maskItem(found)
  if (masked === found) return json
  return items === '' || !isObject(json) ? masked : writePointer(maskMembers(json, [items]), items, masked)
}

/** Each member of a list, or of a map, as `mask` makes it; the same JSON where that is the same. */
function writeAll(
  json: Json,
  place: string,
  holder: readonly Json[] | { readonly [name: string]: Json },
  mask: (member: Json) => Json,
): Json {
  const names = Object.keys(holder)
  const before: readonly Json[] = Object.values(holder)
  const after = before.map(mask)
  if (after.every((member, at) => member === before[at])) return json
  const masked = isList(holder) ? after : Object.fromEntries(names.map((name, at) => [name, after[at] ?? null]))
  return writePointer(json, place, masked)
}

function maskArrays(json: Json, maskItem: (item: Json) => Json): Json {
  if (isList(json)) return json.map((item) => (isObject(item) ? maskItem(item) : maskArrays(item, maskItem)))
  if (!isObject(json)) return json
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, maskArrays(member, maskItem)]))
}

function maskRead(json: Json, { at, id }: BookingPlaces, maskItem: (item: Json) => Json): Json {
  if (!isObject(json)) return json
  const inside = readPointer<Json>(json, at)
  // Where nothing stands in the envelope, there may be none this time.
  const [found, place] = inside !== undefined && isObject(inside) ? [inside, at] : [json, '']
  if (readPointer<Json>(found, id) === undefined) return json
  const masked = maskItem(found)
  if (masked === found) return json
  // What is told beside a booking of somebody is theirs as well.
  return place === '' ? masked : writePointer(maskMembers(json, [place]), place, masked)
}

/** What a scenario of this run wrote as its marker (`Context.marker`) is no other people's data, whatever its id is. */
function isMarked(item: Json, { texts }: BookingPlaces, nonce: string): boolean {
  return texts.some((place) => {
    const text = readPointer<Json>(item, place)
    return typeof text === 'string' && isOfRun(text, nonce)
  })
}

function isBookingOf(item: Json, places: BookingPlaces, isOwn: (id: string) => boolean): boolean {
  const id = idText(readPointer<Json>(item, places.id))
  return id !== undefined && isOwn(id)
}

function maskBooking(item: Json, places: BookingPlaces, rename: (id: string) => string): Json {
  if (!isObject(item)) return blank(item)
  let masked = maskMembers(item, places.judged)
  // What cannot be an id says nothing of the booking, and is blanked with the rest.
  const id = idText(readPointer<Json>(item, places.id))
  if (id !== undefined) masked = writePointer(masked, places.id, rename(id))
  for (const place of places.lists) {
    const list = readPointer<Json>(item, place)
    if (isList(list)) masked = writePointer(masked, place, list.map(blank))
  }
  return masked
}

/** Keeps member names of one level, and what leads to a kept place. */
function maskMembers(item: { readonly [name: string]: Json }, kept: readonly string[]): Json {
  const members = Object.entries(item).map(([name, member], at): [string, Json] => {
    const below = kept.filter((pointer) => pointerTokens(pointer)[0] === name)
    if (below.some((pointer) => pointerTokens(pointer).length === 1))
      return [name, isObject(member) || isList(member) ? blank(member) : member]
    if (below.length > 0 && isObject(member))
      return [
        name,
        maskMembers(
          member,
          below.map((pointer) => pointer.slice(pointer.indexOf('/', 1))),
        ),
      ]
    return [isFieldName(name) ? name : `[masked-${at}]`, blank(member)]
  })
  return Object.fromEntries(members)
}

/** A name as fields have them; one with spaces, an @ or a number in front may be somebody's address instead. */
function isFieldName(name: string): boolean {
  return /^[A-Za-z_$][\w$:-]{0,63}$/.test(name)
}

/** A value that keeps the type and nothing else. */
function blank(value: Json): Json {
  if (isList(value)) return []
  switch (typeof value) {
    case 'string':
      return '[masked]'
    case 'number':
      return 0
    case 'boolean':
      return false
    default:
      return value === null ? null : {}
  }
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
