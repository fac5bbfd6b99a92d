import { isPayload } from './payloadPath.js'
import type { Json } from './profile.js'
import type { Path } from './yamlSource.js'

/** A JSON object. */
export type JsonMap = { readonly [key: string]: Json }

/** True for a JSON object, so not for an array and not for null. */
export function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lays a profile over the defaults: maps merge deeply, everything else replaces, and so do payloads. */
export function mergeProfile(base: Json | undefined, over: Json, path: Path = []): Json {
  if (!isMap(base) || !isMap(over) || isPayload(path)) return over
  const merged = new Map<string, Json>(Object.entries(base))
  for (const [key, value] of Object.entries(over)) {
    merged.set(key, mergeProfile(own(base, key), value, [...path, key]))
  }
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
export function declaredKeys(value: Json, path: Path = []): string[] {
  if (!isMap(value) || isPayload(path)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const here = [...path, key]
    return [here.join('.'), ...declaredKeys(member, here)]
  })
}

function own(map: JsonMap, key: string): Json | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}
