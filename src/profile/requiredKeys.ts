import { isJsonObject, type JsonObject } from '../contract/json.js'
import type { JsonMap } from './jsonMap.js'

/** What a profile must say itself, by the schema of a pack's profiles: one of these keys alone, with null for each value. */
export function requiredKeys({ required, properties }: JsonObject): JsonMap {
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.fromEntries(
    names
      .filter((name) => typeof name === 'string')
      .map((name) => [name, within(isJsonObject(properties) ? properties[name] : undefined)]),
  )
}

function within(property: unknown): JsonMap | null {
  return isJsonObject(property) && property['required'] !== undefined ? requiredKeys(property) : null
}
