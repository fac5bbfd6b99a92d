import type { Json } from './profile.js'
import type { Path } from './yamlSource.js'

/** A JSON object. */
export type JsonMap = { readonly [key: string]: Json }

/** True for a JSON object, so not for an array and not for null. */
export function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for a JSON array: what `Array.isArray` tells of one that must not be written. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** The value that a path leads to; undefined: none. Own members only. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let here = value
  for (const token of path) {
    if (isMap(here)) here = own(here, token)
    else if (Array.isArray(here)) here = here[Number(token)]
    else return undefined
  }
  return here
}

function own(map: JsonMap, key: string): Json | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}

/** A value with each part replaced by what `change` returns; undefined: it stays, but for its own parts. Keys stay. */
export function mapJson(value: Json, change: (part: Json, path: Path) => Json | undefined, path: Path = []): Json {
  const changed = change(value, path)
  if (changed !== undefined) return changed
  if (isList(value)) return value.map((item, at) => mapJson(item, change, [...path, String(at)]))
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapJson(part, change, [...path, key])]))
}

/** A value with another text in place of each of its texts. */
export function mapTexts(value: Json, put: (text: string, path: Path) => Json): Json {
  return mapJson(value, (part, path) => (typeof part === 'string' ? put(part, path) : undefined))
}
