import { readPointer } from '../../contract/jsonPointer.js'
import type { Json } from '../../profile/profile.js'

/** A place in a JSON value, or nothing. */
export function jsonAt(value: Json, pointer: string): Json | undefined {
  return readPointer<Json>(value, pointer)
}
