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

/** What a path leads to; undefined: nothing. Own members only. */
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
