import { parse } from 'yaml'
import { tooDeepAt } from '../profile/yamlSource.js'
import { isHeaderName } from '../profile/place.js'
import { isJsonObject, type JsonObject, readPointer, toPointer } from '../contract/json.js'
import type { DescribedOperation, DescribedPlace } from '../suite/interview.js'
import { mayHoldTemplate } from '../profile/templates.js'
import type { Json } from '../profile/profile.js'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const mostOperations = 400

/**
 * The operations that an OpenAPI document of a target describes. null: it is no such document. Those with more than one
 * parameter in their path are left out. It is believed for as long as answers do not say otherwise.
 * @param url base address of the target: what paths of the document repeat of it is taken off
 */
export function describedOperations(document: unknown, url: string): readonly DescribedOperation[] | null {
  if (!isJsonObject(document) || !isJsonObject(document['paths'])) return null
  const base = new URL(url).pathname.replace(/\/$/, '')
  const paths = Object.entries(document['paths']).filter(([path]) => path.startsWith('/'))
  const repeats = base !== '' && paths.some(([path]) => path.startsWith(`${base}/`))
  const reading = readingOf(document)
  const operations = paths.slice(0, mostOperations).flatMap(([path, item]) => {
    const shared = followed(item, reading)
    const names = [...path.matchAll(/\{[^{}]{1,60}\}/g)]
    if (names.length > 1 || (repeats && !path.startsWith(`${base}/`))) return []
    const below = (repeats ? path.slice(base.length) : path).replace(/\{[^{}]{1,60}\}/, '{id}')
    return methods.flatMap((method) => {
      const operation = shared[method]
      return isJsonObject(operation) ? [operationOf(method, below, operation, shared, reading)] : []
    })
  })
  return operations.slice(0, mostOperations)
}

function operationOf(
  method: string,
  path: string,
  operation: JsonObject,
  shared: JsonObject,
  reading: Reading,
): DescribedOperation {
  const body = bodySchema(operation['requestBody'], reading) ?? inBody(operation, reading)
  const members = describedPlaces(body, reading).filter(({ place }) => place !== '' && !place.includes('*'))
  return {
    method: method.toUpperCase(),
    path,
    inputs: [
      ...members.map((member) => ({ ...member, place: `body:${member.place}` })),
      ...[shared, operation].flatMap(({ parameters }) => parametersOf(parameters, reading)),
    ],
    required: requiredOf(body, reading),
    answer: describedPlaces(answerSchema(operation, reading), reading),
  }
}

function parametersOf(parameters: unknown, reading: Reading): readonly DescribedPlace[] {
  if (!Array.isArray(parameters)) return []
  return parameters.slice(0, 60).flatMap((given: unknown) => {
    const parameter = followed(given, reading)
    const { name, in: where } = parameter
    if (typeof name !== 'string' || (where !== 'query' && where !== 'header')) return []
    if (where === 'header' && !isHeaderName(name)) return []
    // In OpenAPI 2 the parameter is its own schema.
    const schema = followed(parameter['schema'] ?? parameter, reading)
    return [{ place: `${where}:${name}`, name, ...valuesOf(schema) }]
  })
}

function bodySchema(body: unknown, reading: Reading): unknown {
  return contentSchema(followed(body, reading)['content'])
}

/** The schema of the body, in OpenAPI 2. */
function inBody({ parameters }: JsonObject, reading: Reading): unknown {
  if (!Array.isArray(parameters)) return undefined
  return parameters.map((given: unknown) => followed(given, reading)).find((each) => each['in'] === 'body')?.['schema']
}

function answerSchema({ responses }: JsonObject, reading: Reading): unknown {
  if (!isJsonObject(responses)) return undefined
  const [, first] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const answer = followed(first, reading)
  return contentSchema(answer['content']) ?? answer['schema']
}

function contentSchema(content: unknown): unknown {
  if (!isJsonObject(content)) return undefined
  const [, media] = Object.entries(content).find(([type]) => /json/i.test(type)) ?? []
  return isJsonObject(media) ? media['schema'] : undefined
}

/** A description is the target's own, so it is bounded: how deep it is followed, and how many places a body gives. */
const [deepest, mostPlaces] = [6, 200]

/** A description that is read: what each schema of it refers to, and how many more steps reading it may take. */
export interface Reading {
  readonly document: JsonObject
  /** A few references to each other make more schemas than anybody can follow. Without steps left, no schema counts. */
  steps: number
}

/** More than the largest descriptions take, and a second at most. */
const mostSteps = 1_000_000

/** Begins to read a description. */
export function readingOf(document: JsonObject): Reading {
  return { document, steps: mostSteps }
}

/** The schema behind references into its document and the first of alternatives; empty where they lead nowhere. */
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
      // Deeper places are left out uncounted: to look at thirty members of each of a million objects takes seconds.
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
      // A required list is there for its items: its one item has all its members, as nothing says which of them matter.
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

/** Characters of a description in YAML at most: to read more would keep everything waiting for seconds. */
const longestYaml = 256 * 1024

export function isLongYaml(text: string): boolean {
  return text.length > longestYaml
}

/** The document of a text in JSON or YAML; undefined: it is none. @param isOwn it is the user's own, however long */
export function documentIn(text: string, isOwn = false): unknown {
  if ((isLongYaml(text) && !isOwn) || tooDeepAt(text) !== null) return undefined
  try {
    const isJson = /^\s*\{/.test(text)
    // It would compare each key with every other one, and write to the terminal by itself.
    const read: unknown = isJson
      ? JSON.parse(text)
      : parse(text, { maxAliasCount: 20, uniqueKeys: false, logLevel: 'error' })
    return read
  } catch {
    return undefined
  }
}
