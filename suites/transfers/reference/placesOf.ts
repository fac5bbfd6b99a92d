import type { Shown } from './change.js'
import type { Dialect } from './dialects/dialect.js'
import { isObject, type Json, type JsonObject } from './json.js'
import type { Reply } from './model.js'

/**
 * Where a dialect has what a fault shows: JSON Pointers into the body of the answer, with `*` for any element of an
 * array. Only the dialect is asked: the place is where its answer changes when a member is there or not.
 */
export function placesOf({ operation, place }: Shown, dialect: Dialect): readonly string[] {
  const bodyOf = (item: JsonObject): Json => dialect.encode(replyOf(operation, item)).body
  if (place === '') return wholes(bodyOf({}), operation === 'list' || operation === 'availability')
  if (operation === 'transfers') return [place]
  const names = place.split('/').slice(1)
  return [...new Set(differences(bodyOf(nested(names, undefined)), bodyOf(nested(names, 'here')), ''))]
}

function replyOf(operation: Shown['operation'], item: JsonObject): Reply {
  if (operation === 'transfers') return { kind: 'transfer', transfer: item }
  if (operation === 'availability') return { kind: 'availability', slots: [item] }
  if (operation === 'list') return { kind: 'list', bookings: [item], total: 1 }
  return { kind: 'booking', booking: item, created: false }
}

/** An item with this value at a place, or with all that is around it. */
function nested([name = '', ...rest]: readonly string[], value: string | undefined): JsonObject {
  if (rest.length > 0) return { [name]: nested(rest, value) }
  return value === undefined ? {} : { [name]: value }
}

/** The answer as a whole; of one with a list also the list, and any of its items as a whole. */
function wholes(body: Json, hasList: boolean): readonly string[] {
  const list = hasList ? pointersOfLists(body, '') : []
  return [...new Set(['', ...list, ...list.map((pointer) => `${pointer}/*`)])]
}

function pointersOfLists(json: Json, pointer: string): readonly string[] {
  if (Array.isArray(json)) return [pointer]
  return isObject(json)
    ? Object.entries(json).flatMap(([name, value]) => pointersOfLists(value, `${pointer}/${name}`))
    : []
}

function differences(before: Json | undefined, after: Json | undefined, pointer: string): readonly string[] {
  if (Array.isArray(after)) {
    const items = Array.isArray(before) ? before : []
    return after.flatMap((item, index) => differences(items[index], item, `${pointer}/*`))
  }
  if (isObject(after)) {
    const members = isObject(before) ? before : {}
    return Object.entries(after).flatMap(([name, value]) => differences(members[name], value, `${pointer}/${name}`))
  }
  return before === after ? [] : [pointer]
}
