import { isJsonObject, type JsonObject } from './jsonObject.js'
import { pointerTokens, readPointer } from './jsonPointer.js'
import { describeValue } from './describeValue.js'

export interface MovingSchema {
  readonly schema: JsonObject
  readonly required: boolean
}

/** Puts a schema where a JSON Pointer into the value leads. Changes `root` and the components that it refers to. */
export function placeSchema(
  document: JsonObject,
  root: JsonObject,
  pointer: string,
  { schema, required }: MovingSchema,
): void {
  const tokens = pointerTokens(pointer)
  tokens.forEach((token, depth) => {
    const last = depth === tokens.length - 1
    root = step(document, root, token, required, last ? schema : { 'x-clause': schema['x-clause'] })
  })
  if (tokens.length === 0) Object.assign(root, schema)
}

function step(
  document: JsonObject,
  parent: JsonObject,
  token: string,
  required: boolean,
  filling: JsonObject,
): JsonObject {
  if (/^\d+$/.test(token)) {
    parent['type'] = 'array'
    return fill(document, parent, 'items', filling)
  }
  parent['type'] = 'object'
  const properties = isJsonObject(parent['properties']) ? parent['properties'] : {}
  parent['properties'] = properties
  const names: unknown[] = Array.isArray(parent['required']) ? parent['required'] : []
  if (required && !names.includes(token)) parent['required'] = [...names, token]
  return fill(document, properties, token, filling)
}

function fill(document: JsonObject, holder: JsonObject, key: string, filling: JsonObject): JsonObject {
  const there = Object.hasOwn(holder, key) ? holder[key] : undefined
  const made = isJsonObject(there) ? there : { ...filling }
  // Not by assignment: a key of the profile may be called __proto__.
  Object.defineProperty(holder, key, { value: made, enumerable: true, writable: true, configurable: true })
  return followRef(document, made)
}

export function followRef(document: JsonObject, schema: JsonObject): JsonObject {
  const { $ref } = schema
  const target = typeof $ref === 'string' ? readPointer<unknown>(document, $ref.slice(1)) : schema
  if (!isJsonObject(target))
    throw new Error(`the contract has nothing at ${typeof $ref === 'string' ? $ref : describeValue($ref)}`)
  return target
}

/** Takes the properties that carry an `x-field` out of an object schema, by that name. */
export function takeFields(schema: JsonObject): Map<string, MovingSchema> {
  const taken = new Map<string, MovingSchema>()
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {}
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  for (const [name, property] of Object.entries(properties)) {
    if (!isJsonObject(property) || typeof property['x-field'] !== 'string') continue
    taken.set(property['x-field'], { schema: property, required: required.includes(name) })
    delete properties[name]
  }
  const left = required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
  if (left.length > 0) schema['required'] = left
  else delete schema['required']
  return taken
}
