import { describeValue } from './expect.js'
import type { Json } from '../profile/profile.js'

/** A value for a sentence that tells what a target does: a text as it is, anything else as JSON, bounded; nothing when there is none. */
export function inWords(value: Json | undefined): string {
  return typeof value === 'string' ? value : describeValue(value)
}
