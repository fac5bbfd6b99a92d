/** What a profile means: what its texts say as data, and the form in which the evidence has them. */
import type { JsonObject } from '../contract/json.js'
import { describeFound } from './complaint.js'
import { encodeBasic } from './credentials.js'
import { byWord } from './entries.js'
import { takes, type Key, type Keys } from './key.js'
import { isList, isMap, type JsonMap } from './jsonMap.js'
import { parsePlace, parseRequest } from './place.js'
import type { Json, Place } from './profile.js'

/** What a checked value means. @throws TypeError for one that was not checked before */
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

/** What members mean; one that is not there, and has no default, is left out. A request stands in what it is a request of. */
function allMeant(members: Keys, value: JsonMap): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, key]): readonly (readonly [string, unknown])[] => {
      const given = Object.hasOwn(value, name) ? value[name] : key.fallback
      if (given === undefined) return []
      return name === 'request' ? Object.entries(requestOf(given)) : [[name, meant(key, given)]]
    }),
  )
}

/** What an operation means: where each logical field is written, and the rest. */
export function operationMeant({ members = {} }: Key, value: Json): unknown {
  if (!isMap(value)) return null
  const { fields, others } = split(members)
  const places = Object.entries(allMeant(fields, value)).filter(([, place]) => place !== null)
  return { items: '', ...allMeant(others, value), fields: Object.fromEntries(places) }
}

function split(members: Keys): { readonly fields: Keys; readonly others: Keys } {
  const of = (isField: boolean): Keys =>
    Object.fromEntries(Object.entries(members).filter(([, { form }]) => (form === 'place') === isField))
  return { fields: of(true), others: of(false) }
}

function placesOf(value: Json): Place {
  const [first, ...also] = (isList(value) ? value : [value]).map((each) => {
    const found = parsePlace(textOf(each))
    if (found === null) throw unchecked(each, 'place')
    return found
  })
  if (first === undefined) throw unchecked(value, 'place')
  return also.length === 0 ? first : { ...first, also }
}

function requestOf(value: Json): { readonly method: string; readonly path: string } {
  const found = parseRequest(textOf(value))
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

const text: JsonObject = { type: 'string' }

function placeForms(also: JsonObject): readonly JsonObject[] {
  return [
    { type: 'object', required: ['in', 'pointer'], properties: { in: { const: 'body' }, pointer: text, also } },
    { type: 'object', required: ['in', 'name'], properties: { in: { enum: ['query', 'header'] }, name: text, also } },
  ]
}

const recordedPlace: JsonObject = { oneOf: placeForms({ type: 'array', items: { oneOf: placeForms({}) } }) }

/** The schema of what a key means, as the evidence has it. */
export function recorded(key: Key): JsonObject {
  return takes(key, 'null') ? { oneOf: [{ type: 'null' }, recordedValue(key)] } : recordedValue(key)
}

function recordedValue(key: Key): JsonObject {
  const { form, members, items, schema } = key
  if (form === 'place') return recordedPlace
  if (form === 'request') return recordedMap({ request: key })
  if (form === 'headers' || form === 'query') return { type: 'object', additionalProperties: text }
  if (form === 'body') return { type: schema.type }
  if (form === 'rate') return { type: ['number', 'null'] }
  if (members !== undefined) return recordedMap(members)
  if (items !== undefined) return { type: 'array', items: recorded(items) }
  if (takes(key, 'number') || (takes(key, 'integer') && form === undefined))
    return { type: 'number', minimum: -1e9, maximum: 1e9 }
  return schema.type === 'boolean' ? { type: 'boolean' } : { type: 'string', ...(schema.enum && { enum: schema.enum }) }
}

function recordedMap(members: Keys, more: JsonObject = {}): JsonObject {
  const { request, ...others } = members
  const own = { ...(request !== undefined && { method: text, path: text }), ...more }
  return {
    type: 'object',
    required: [
      ...Object.keys(own),
      ...Object.entries(others).flatMap(([name, { optional }]) => (optional ? [] : [name])),
    ],
    properties: { ...own, ...Object.fromEntries(Object.entries(others).map(([name, key]) => [name, recorded(key)])) },
  }
}

/** The schema of what an operation means, as the evidence has it. */
export function recordedOperation({ members = {} }: Key): JsonObject {
  const fields = { type: 'object', additionalProperties: recordedPlace }
  return { oneOf: [{ type: 'null' }, recordedMap(split(members).others, { fields })] }
}
