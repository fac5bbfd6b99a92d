export type JsonObject = Record<string, unknown>

/** True for a JSON object, so not for an array and not for null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
