import { isList } from '../../profile/mergeProfile.js'
import { placesIn, type Found as FoundIn } from '../../contract/json.js'
import { idText } from '../../wire/exchange.js'
import type { Json } from '../../profile/profile.js'

/** A place in an answer, and what stands there. */
export type Found = FoundIn<Json>

/** The lists of objects in an answer. */
export function listsIn(json: Json): readonly Found[] {
  return placesIn(json).filter(({ value }) => isList(value) && value.length > 0 && value.every(isObject))
}

/** Names by which services call the id of a thing, the most telling first. */
const idNames = [
  'uuid',
  'id',
  'bookingid',
  'bookinguuid',
  'reservationid',
  'orderid',
  'bookingreference',
  'code',
] as const

/** Texts in an answer that may be an id, the most likely first. */
export function idsIn(json: Json, likely: readonly string[], known: ReadonlySet<string>): readonly Found[] {
  const names = [...likely.map(plain), ...idNames]
  return placesIn(json)
    .flatMap(({ pointer, value }) => {
      const rank = names.indexOf(plain(pointer.slice(pointer.lastIndexOf('/') + 1)))
      const id = idText(value)
      return id !== undefined && rank >= 0 && !known.has(id) ? [{ pointer, value, rank }] : []
    })
    .sort((a, b) => depthOf(a) - depthOf(b) || a.rank - b.rank)
    .map(({ pointer, value }) => ({ pointer, value }))
}

function depthOf({ pointer }: Found): number {
  return pointer.split('/').length
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !isList(value)
}
