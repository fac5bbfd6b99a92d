import { pointerTokens } from '../contract/json.js'
import { isList, isMap } from '../profile/jsonMap.js'
import type { Json } from '../profile/profile.js'

/** A JSON text as a value; undefined: it is none. */
export function parsedJson(text: string): Json | undefined {
  try {
    // What JSON.parse gives is JSON.
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/**
 * A value with each of its items or members put through `map`; the value itself where none is another one then.
 * @param rename gives a member another name
 */
export function mapMembers(
  value: Json,
  map: (member: Json, name: string) => Json,
  rename: (name: string, isChanged: boolean, at: number) => string = (name) => name,
): Json {
  if (isList(value)) {
    const items = value.map((item, at) => map(item, String(at)))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (!isMap(value)) return value
  let changed = false
  const members = Object.entries(value).map(([name, member], at): [string, Json] => {
    const mapped = map(member, name)
    const renamed = rename(name, mapped !== member, at)
    changed ||= mapped !== member || renamed !== name
    return [renamed, mapped]
  })
  return changed ? Object.fromEntries(members) : value
}

/** A value with every string and number in it put through `leaf`, and every member name through `key`. */
export function mapLeaves(value: Json, leaf: (value: string | number) => Json, key: (name: string) => string): Json {
  if (typeof value === 'string' || typeof value === 'number') return leaf(value)
  return mapMembers(value, (member) => mapLeaves(member, leaf, key), key)
}

/** A copy of `value` with `written` at a JSON Pointer, and objects made on the way. `__proto__` is a plain member. */
export function writePointer(value: Json | undefined, pointer: string, written: Json): Json {
  return write(value, pointerTokens(pointer), written)
}

function write(value: Json | undefined, tokens: readonly string[], written: Json): Json {
  const [token, ...rest] = tokens
  if (token === undefined) return written
  if (isList(value) && (/^\d{1,4}$/.test(token) || token === '-')) {
    const index = token === '-' ? value.length : Math.min(Number(token), value.length)
    const copy = [...value]
    copy[index] = write(value[index], rest, written)
    return copy
  }
  const members = typeof value === 'object' && value !== null && !isList(value) ? value : {}
  const before = Object.hasOwn(members, token) ? members[token] : undefined
  // A computed member creates an own property even when it is named `__proto__`; an assignment would not.
  return { ...members, [token]: write(before, rest, written) }
}
