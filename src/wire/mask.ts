import { isList, isMap, type JsonMap } from '../profile/jsonMap.js'
import { createHash } from 'node:crypto'
import { pointerTokens, readPointer, toPointer, readPlaces } from '../contract/json.js'
import type { Json, Profile } from '../profile/profile.js'
import { isCounted, idText, type Caller, type Exchange } from './exchange.js'
import { isOfRun } from './marker.js'
import type { BookingPlaces, Service } from './service.js'
import { mapMembers, writePointer } from './values.js'

export interface Masking {
  readonly service: Service
  readonly profile: Profile
  readonly isOwn: (id: string, as: Caller) => boolean
  readonly nonce: string
}

/**
 * An exchange in which bookings that the run did not make carry no data of other people. In each item of a list, and in
 * a booking that was read, the judged fields stay. The id becomes a pseudonym, the same throughout the run. The rest
 * keeps only its type and its member names.
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
    ? maskList(response.json, profile.operations[purpose]?.items ?? '', maskItem)
    : maskRead(response.json, places, maskItem)
  return json === response.json ? exchange : { ...exchange, response: { ...response, json } }
}

/** The pseudonym of a booking of others. A counted id is another booking in another account: so is its pseudonym. */
export function pseudonym(nonce: string, id: string, as: Caller): string {
  return `masked-${createHash('sha256')
    .update(JSON.stringify(isCounted(id) ? [nonce, id, as] : [nonce, id]))
    .digest('hex')
    .slice(0, 8)}`
}

export function isPseudonym(id: string): boolean {
  return /^masked-[0-9a-f]{8}$/.test(id)
}

function maskList(json: Json, items: string, maskItem: (item: Json) => Json): Json {
  const isThere = readPlaces<Json>(json, items).some(
    ({ value }) => isList(value) || (items.includes('/*') && isMap(value)),
  )
  // Where the list is not where the profile says, its items are bookings of others, wherever it is.
  return isThere ? maskItems(json, pointerTokens(items), maskItem) : maskArrays(json, maskItem)
}

function maskItems(json: Json, [token, ...rest]: readonly string[], maskItem: (item: Json) => Json): Json {
  if (token === undefined)
    return isList(json) ? mapMembers(json, (item) => maskItem(item)) : isMap(json) ? maskItem(json) : json
  const inner = (below: Json): Json => maskItems(below, rest, maskItem)
  if (token === '*')
    return mapMembers(
      json,
      (each) => beside(each, inner(each), rest),
      // What bookings are keyed by is their id, or whose they are.
      (name, isMasked, at) => (isMasked ? `[masked-${at}]` : name),
    )
  const place = toPointer([token])
  const below = readPointer<Json>(json, place)
  const masked = below === undefined ? below : inner(below)
  return masked === undefined || masked === below ? json : writePointer(json, place, masked)
}

/** Members of an edge beside a booking, such as a cursor, or of a group beside a list, belong to the same people. */
function beside(edge: Json, masked: Json, way: readonly string[]): Json {
  // Beside what stands below a further `*` it was done already.
  const place = toPointer(way.includes('*') ? way.slice(0, way.indexOf('*')) : way)
  const items = readPointer<Json>(masked, place)
  if (masked === edge || place === '' || !isMap(masked) || items === undefined) return masked
  return writePointer(maskMembers(masked, [place]), place, items)
}

function maskArrays(json: Json, maskItem: (item: Json) => Json): Json {
  return mapMembers(json, (each) => (isList(json) && isMap(each) ? maskItem(each) : maskArrays(each, maskItem)))
}

function maskRead(json: Json, { at, id }: BookingPlaces, maskItem: (item: Json) => Json): Json {
  if (!isMap(json)) return json
  const inside = readPointer<Json>(json, at)
  // Where nothing stands in the envelope, there may be none this time.
  const [found, place] = inside !== undefined && isMap(inside) ? [inside, at] : [json, '']
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
  if (!isMap(item)) return blank(item)
  let masked = maskMembers(item, places.judged)
  // What cannot be an id says nothing of the booking, and is blanked with the rest.
  const id = idText(readPointer<Json>(item, places.id))
  if (id !== undefined) masked = writePointer(masked, places.id, rename(id))
  // What has none may be an edge around one that has.
  else
    for (const [name, inner] of Object.entries(item))
      if (isMap(inner) && idText(readPointer<Json>(inner, places.id)) !== undefined)
        masked = writePointer(masked, toPointer([name]), maskBooking(inner, places, rename))
  for (const place of places.lists) {
    const list = readPointer<Json>(item, place)
    if (isList(list)) masked = writePointer(masked, place, list.map(blank))
  }
  return masked
}

function maskMembers(item: JsonMap, kept: readonly string[]): Json {
  const members = Object.entries(item).map(([name, member], at): [string, Json] => {
    const below = kept.filter((pointer) => pointerTokens(pointer)[0] === name)
    if (below.some((pointer) => pointerTokens(pointer).length === 1))
      return [name, isMap(member) || isList(member) ? blank(member) : member]
    if (below.length === 0 || !isMap(member)) return [isFieldName(name) ? name : `[masked-${at}]`, blank(member)]
    const inside = below.map((pointer) => pointer.slice(pointer.indexOf('/', 1)))
    return [name, maskMembers(member, inside)]
  })
  return Object.fromEntries(members)
}

/** A name as fields have them; one with spaces, an @ or a number in front may be somebody's address instead. */
function isFieldName(name: string): boolean {
  return /^[A-Za-z_$][\w$:-]{0,63}$/.test(name)
}

function blank(value: Json): Json {
  if (typeof value === 'string') return '[masked]'
  if (typeof value === 'number') return 0
  if (typeof value === 'boolean') return false
  return value === null ? null : isList(value) ? [] : {}
}
