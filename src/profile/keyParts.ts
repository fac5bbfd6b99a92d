import type { JsonObject } from '../contract/json.js'
import { describeFound } from './complaint.js'
import type { Key, KeyOptions, Keys, Meanings } from './key.js'
import type { JsonMap } from './mergeProfile.js'
import { parsePlace } from './place.js'
import type { Json, Place } from './profile.js'

export const textType: JsonObject = { type: 'string' }
export const textOrNull: JsonObject = { type: ['string', 'null'] }

function placeForms(also: JsonObject): readonly JsonObject[] {
  return [
    { type: 'object', required: ['in', 'pointer'], properties: { in: { const: 'body' }, pointer: textType, also } },
    {
      type: 'object',
      required: ['in', 'name'],
      properties: { in: { enum: ['query', 'header'] }, name: textType, also },
    },
  ]
}

export const recordedPlace: JsonObject = { oneOf: placeForms({ type: 'array', items: { oneOf: placeForms({}) } }) }

export function placeOf(value: Json): Place {
  const found = parsePlace(textOf(value))
  if (found === null) throw unchecked(value, 'place')
  return found
}

/** What members mean; one that is not there, and has no default, is left out. */
export function meanings<Members extends Keys>(members: Members, value: JsonMap): Meanings<Members> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, key]) => {
      const given = Object.hasOwn(value, name) ? value[name] : key.fallback
      return given === undefined ? [] : [[name, key.meaning(given)]]
    }),
    // One entry a member that must be there, as the type says.
  ) as Meanings<Members>
}

export function requiredOf(members: Keys): readonly string[] {
  return Object.entries(members).flatMap(([name, key]) => (isRequired(key) ? [name] : []))
}

/** Whether a profile must say it, or something below it. */
function isRequired({ optional: isOptional, fallback, members = {} }: Key): boolean {
  if (isOptional === true || fallback === null) return false
  return fallback === undefined || Object.values(members).some(isRequired)
}

export interface RecordedMap extends JsonObject {
  readonly type: 'object'
  readonly required: readonly string[]
  readonly properties: JsonObject
}

export function recordedMap(members: Keys): RecordedMap {
  return {
    type: 'object',
    required: Object.entries(members).flatMap(([name, key]) => (key.optional === true ? [] : [name])),
    properties: Object.fromEntries(Object.entries(members).map(([name, key]) => [name, key.recorded])),
  }
}

export function fallbackOf(members: Keys): JsonMap {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, { fallback }]) => (fallback === undefined ? [] : [[name, fallback]])),
  )
}

export function orNull(schema: JsonObject): JsonObject {
  return { oneOf: [{ type: 'null' }, schema] }
}

export function about({ fallback, from, compared }: KeyOptions): Pick<Key, 'fallback' | 'from' | 'compared'> {
  return {
    ...(fallback !== undefined && { fallback }),
    ...(from !== undefined && { from }),
    ...(compared !== undefined && { compared }),
  }
}

export function published(
  description: string,
  type: JsonObject,
  { fallback, examples, limits = {} }: KeyOptions,
): JsonObject {
  return {
    description,
    ...type,
    ...limits,
    ...(fallback !== undefined && fallback !== null && { default: fallback }),
    ...(examples !== undefined && { examples }),
  }
}

export function reference(description: string, definition: string, { fallback, examples }: KeyOptions): JsonObject {
  return {
    $ref: `#/$defs/${definition}`,
    description,
    ...(fallback !== undefined && fallback !== null && { default: fallback }),
    ...(examples !== undefined && { examples }),
  }
}

/** @throws TypeError for what is no text, number or truth value */
export function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw unchecked(value, 'text')
}

export function unchecked(value: Json, type: string): TypeError {
  return new TypeError(`${describeFound(value)} in the profile is no ${type}, although it was checked`)
}
