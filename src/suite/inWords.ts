import type { Json } from '../profile/profile.js'

/** A received value in a sentence: JSON, bounded; nothing when there is none. */
export function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}

/** A value for a sentence that tells what a target does: a text as it is, anything else as JSON, bounded; nothing when there is none. */
export function inWords(value: Json | undefined): string {
  return typeof value === 'string' ? value : describeValue(value)
}
