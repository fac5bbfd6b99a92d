import { isJsonObject, type JsonObject } from '../contract/jsonObject.js'
import { readPointer, toPointer } from '../contract/jsonPointer.js'
import { mayHoldTemplate } from '../profile/expandTemplates.js'
import type { Json } from '../profile/profile.js'
import type { DescribedPlace } from '../suite/interview.js'

/** A description is a target's own, and so bounded: how deep it is followed, and how many places of one body are taken. */
const [deepest, mostPlaces] = [6, 200]

/** A description that is read: what each schema of it refers to, and how many more steps reading it may take. */
export interface Reading {
  readonly document: JsonObject
  /** A few references that lead to each other are more schemas than anybody can follow. Once none is left, no schema says anything. */
  steps: number
}

/** More than the largest descriptions take, and a second at most. */
const mostSteps = 1_000_000

/** Begins to read a description. */
export function readingOf(document: JsonObject): Reading {
  return { document, steps: mostSteps }
}

/** What a schema stands for, through references into its document and the first of alternatives; an empty one where it leads nowhere. */
export function followed(schema: unknown, reading: Reading, depth = 0): JsonObject {
  if (!isJsonObject(schema) || depth > deepest || reading.steps <= 0) return {}
  reading.steps -= 1
  const reference = schema['$ref']
  if (typeof reference === 'string')
    return reference.startsWith('#/')
      ? followed(readPointer<unknown>(reading.document, reference.slice(1)), reading, depth + 1)
      : {}
  const all = schema['allOf']
  if (Array.isArray(all)) {
    const parts = all.slice(0, 10).map((part: unknown) => followed(part, reading, depth + 1))
    for (const { properties } of parts) reading.steps -= isJsonObject(properties) ? Object.keys(properties).length : 0
    const lists = (name: string): unknown[] => parts.flatMap((part) => part[name] ?? [])
    // Objects laid over each other are one.
    const properties = Object.assign({}, ...parts.map((part) => part['properties']), schema['properties']) as JsonObject
    return { type: 'object', ...schema, properties, required: lists('required') }
  }
  const [first] = [schema['oneOf'], schema['anyOf']].flatMap((found) => (Array.isArray(found) ? found : []))
  return first === undefined ? schema : followed(first, reading, depth + 1)
}

/** The places of a body that a schema describes: those of its leaves, `*` for any item of a list. */
export function describedPlaces(schema: unknown, reading: Reading): readonly DescribedPlace[] {
  const places: DescribedPlace[] = []
  const walk = (given: unknown, path: readonly string[]): void => {
    if (path.length > deepest || places.length >= mostPlaces || reading.steps <= 0) return
    const here = followed(given, reading)
    const properties = here['properties']
    if (isJsonObject(properties)) {
      // What is deeper is left out without being counted: to look at thirty members of each of a million objects takes seconds.
      if (path.length < deepest) for (const [name, inner] of Object.entries(properties)) walk(inner, [...path, name])
    } else if (here['items'] !== undefined) walk(here['items'], [...path, '*'])
    else places.push({ place: toPointer(path), name: path.filter((name) => name !== '*').join('.'), ...valuesOf(here) })
  }
  walk(schema, [])
  return places
}

/** What a schema says of the values of a leaf. */
export function valuesOf(schema: JsonObject): Pick<DescribedPlace, 'oneOf' | 'format'> {
  const { enum: listed, format } = schema
  // Read from JSON or YAML, so that its values are JSON.
  return {
    oneOf: Array.isArray(listed) ? (listed.slice(0, 50) as Json[]).filter((value) => !mayHoldTemplate(value)) : [],
    format: typeof format === 'string' ? format : null,
  }
}

/** A value that a schema allows, with no more in it than must be; undefined: it allows none that can be told. */
export function sampleOf(schema: unknown, reading: Reading, depth = 0): Json | undefined {
  const here = followed(schema, reading)
  const [listed] = Array.isArray(here['enum']) ? here['enum'] : []
  const given: unknown = here['example'] ?? here['default'] ?? listed
  // As above. What a run would fill in is left out.
  if (given !== undefined && !mayHoldTemplate(given as Json)) return given as Json
  if (depth > deepest) return undefined
  switch (here['type']) {
    case 'object':
      return requiredOf(here, reading, depth)
    case 'array': {
      const items = followed(here['items'], reading)
      // A list that must be there is there for its items: one with all its members, as nothing says which of them matter.
      const one = sampleOf(
        {
          ...items,
          required: items['required'] ?? Object.keys(isJsonObject(items['properties']) ? items['properties'] : {}),
        },
        reading,
        depth + 1,
      )
      return one === undefined ? [] : [one]
    }
    case 'integer':
    case 'number':
      return typeof here['minimum'] === 'number' ? here['minimum'] : 1
    case 'boolean':
      return false
    default:
      return samples[typeof here['format'] === 'string' ? here['format'] : ''] ?? 'octospec'
  }
}

/** The members that an object must have, each with a value. */
export function requiredOf(schema: unknown, reading: Reading, depth = 0): Readonly<Record<string, Json>> {
  const here = followed(schema, reading)
  const names = Array.isArray(here['required']) ? here['required'].slice(0, 30) : []
  const properties = isJsonObject(here['properties']) ? here['properties'] : {}
  return Object.fromEntries(
    names.flatMap((name: unknown): [string, Json][] => {
      if (typeof name !== 'string') return []
      const value = sampleOf(properties[name], reading, depth + 1)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

const samples: Readonly<Record<string, string>> = {
  date: '{today+30}',
  'date-time': '{now+720h}',
  email: 'octospec@example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
}
