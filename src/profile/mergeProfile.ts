import { isPayload, type Key } from './key.js'
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

/** Lays a profile over the defaults: maps merge deeply, everything else replaces, and so do payloads. */
export function mergeProfile(key: Key | undefined, base: Json | undefined, over: Json): Json {
  if (!isMap(base) || !isMap(over) || (key !== undefined && isPayload(key))) return over
  const merged = new Map<string, Json>(Object.entries(base))
  for (const [name, value] of Object.entries(over))
    merged.set(name, mergeProfile(key?.members?.[name], own(base, name), value))
  return Object.fromEntries(merged)
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

/** Every dotted key that a file sets, prefixes included; not what is inside payloads and lists. */
export function declaredKeys(key: Key | undefined, value: Json, path: Path = []): string[] {
  if (!isMap(value) || (key !== undefined && isPayload(key))) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const here = [...path, name]
    return [here.join('.'), ...declaredKeys(key?.members?.[name], member, here)]
  })
}

function own(map: JsonMap, key: string): Json | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}
