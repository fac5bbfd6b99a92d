/** The meaning of a profile: what its texts say as data, and the form in which the evidence has them. */
import { describeFound } from './complaint.js'
import { encodeBasic } from './credentials.js'
import { byWord } from './entries.js'
import { takes, type Key, type Keys } from './key.js'
import { isList, isMap, valueAt, type JsonMap } from './jsonMap.js'
import { checkedPlace, checkedRequest } from './place.js'
import type { Json, Place } from './profile.js'

/** The meaning of a checked value. @throws TypeError for one that was not checked before */
export function meant(key: Key, value: Json): unknown {
  const { form, members, items, words } = key
  if (value === null) return null
  if (form === 'request') return requestOf(value)
  if (form === 'place') return placesOf(value)
  if (form === 'headers' && isMap(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, encodeBasic(name, textOf(each))]))
  if (form === 'pointer' && takes(key, 'array')) return isList(value) ? value : [value]
  if (form === 'status') return textOf(value)
  if (words !== undefined) return byWord(words, value, (entry) => allMeant(items?.members ?? {}, entry))
  if (members !== undefined) return allMeant(members, isMap(value) ? value : {})
  return isList(value) && items !== undefined ? value.map((each) => meant(items, each)) : value
}

/** The meaning of members. One without value and default is left out. A request's parts stand beside the others. */
function allMeant(members: Keys, value: JsonMap): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, key]): readonly (readonly [string, unknown])[] => {
      const given = Object.hasOwn(value, name) ? value[name] : key.fallback
      if (given === undefined) return []
      return name === 'request' ? Object.entries(requestOf(given)) : [[name, meant(key, given)]]
    }),
  )
}

/** The meaning of an operation: where each logical field is written, and the rest. */
export function operationMeant({ members = {} }: Key, value: Json): unknown {
  if (!isMap(value)) return null
  const all = Object.entries(allMeant(members, value))
  const isField = (name: string): boolean => members[name]?.form === 'place'
  const fields = all.filter(([name, place]) => isField(name) && place !== null)
  return {
    items: '',
    ...Object.fromEntries(all.filter(([name]) => !isField(name))),
    fields: Object.fromEntries(fields),
  }
}

function placesOf(value: Json): Place {
  const [first, ...also] = (isList(value) ? value : [value]).map((each) => {
    const found = checkedPlace(textOf(each))
    if (found === null) throw unchecked(each, 'place')
    return found
  })
  if (first === undefined) throw unchecked(value, 'place')
  return also.length === 0 ? first : { ...first, also }
}

function requestOf(value: Json): { readonly method: string; readonly path: string } {
  const found = checkedRequest(textOf(value))
  if (found === null) throw unchecked(value, 'request')
  return found
}

/** @throws TypeError for what is no text, number or truth value */
export function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw unchecked(value, 'text')
}

function unchecked(value: Json, type: string): TypeError {
  return new TypeError(`${describeFound(value)} in the profile is no ${type}, although it was checked`)
}

/** What {@link meant} made of a value, as the evidence has it, as a profile says it; undefined: nothing. */
export function said({ form, members }: Key, value: Json | undefined): Json | undefined {
  if (form === 'request' && isMap(value)) return requestSaid(value)
  if (form === 'place' && isMap(value)) return placeSaid(value)
  // Unlimited is what it is where nothing is said.
  if (form === 'rate' && value === null) return undefined
  if (members === undefined || !isMap(value)) return value
  const { fields } = value
  const own = Object.entries(members).flatMap(([name, key]): [string, Json][] => {
    const isField = key.form === 'place' && isMap(fields)
    const part = name === 'request' ? value : isField ? (valueAt(fields, [name]) ?? null) : valueAt(value, [name])
    const found = said(key, part)
    return found === undefined ? [] : [[name, found]]
  })
  return Object.fromEntries(own)
}

/** `GET /x/{id}`, of its method and path. */
export function requestSaid({ method, path }: JsonMap): Json {
  return typeof method === 'string' && typeof path === 'string' ? `${method} ${path}` : null
}

/** `body:/x`, or several such texts, of a {@link Place}; null: it is none. */
export function placeSaid({ in: where, pointer, name, also }: JsonMap): Json {
  const at = where === 'body' ? pointer : name
  if (typeof where !== 'string' || typeof at !== 'string') return null
  const one = `${where}:${at}`
  if (also === undefined) return one
  // What is no list is no profile's, and the schema says so.
  return [one, ...(isList(also) ? also.map((each) => (isMap(each) ? placeSaid(each) : each)) : [also])]
}
