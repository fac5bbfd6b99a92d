import { isJsonObject } from './json.js'

const longest = 80

/** A received value in a few words: `"25"`, `12.5`, `an array of 3`, `an object`, `nothing`. Cut short, whatever its size. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  if (isJsonObject(value)) return 'an object'
  if (typeof value === 'string') {
    return value.length > longest
      ? `${JSON.stringify(value.slice(0, longest))}… (${value.length} characters)`
      : JSON.stringify(value)
  }
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : typeof value
}
