import type { Json, JsonObject } from '../json.js'
import { isObject } from '../json.js'

/** Renames members; what is not in the table keeps its name, so that fields a fault or variant adds pass through. */
export function rename(from: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const renamed: [string, Json][] = []
  for (const [name, value] of Object.entries(from))
    renamed.push([Object.hasOwn(names, name) ? (names[name] ?? name) : name, value])
  return Object.fromEntries(renamed)
}

/** Adds `name` to `to` where `value` was sent. */
export function take(to: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) to[name] = value
}

/** Member of a member that may not be an object; undefined: it is not there. */
export function inside(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined
}

/** A query value: a whole number as a number, anything else as the text it is; undefined: not sent. */
export function queryNumber(query: URLSearchParams, name: string): number | string | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  return /^-?\d+$/.test(value) ? Number(value) : value
}

/** Looks a text up in a table of spellings; whatever is not in it stays. */
export function spelled(value: unknown, spellings: Readonly<Record<string, string>>): unknown {
  return typeof value === 'string' && Object.hasOwn(spellings, value) ? spellings[value] : value
}

/** Percent-decoded; undefined where it is not well-formed. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
