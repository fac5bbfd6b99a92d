/** A JSON value that may be edited in place. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What was sent, as text: a text as it is, anything else as its JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** What is left of a text where Latin-1 alone is known. */
export function inLatin(text: string): string {
  return text.replace(/[^ -\xff]/g, '?')
}
