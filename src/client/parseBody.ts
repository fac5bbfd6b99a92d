import type { Json } from '../profile/profile.js'
import { deeperThan } from './deeperThan.js'

/** What a body turned out to be: JSON, other text, or nothing. */
export interface ParsedBody {
  readonly json?: Json
  readonly text?: string
}

/** Deeper nesting is not read as JSON: nothing documented is deep, and recursion over it could overflow. */
const deepest = 200
const utf8 = new TextDecoder()

/** Reads a body as UTF-8 (a byte order mark is dropped, invalid bytes become U+FFFD) and as JSON, whatever its content type says. */
export function parseBody(bytes: Uint8Array): ParsedBody {
  const text = utf8.decode(bytes)
  if (text.trim() === '') return {}
  try {
    const json: Json = JSON.parse(text)
    if (deeperThan(deepest, json)) return { text }
    return { json: isStable(json) ? json : JSON.parse(text, stable) }
  } catch {
    return { text }
  }
}

/** The evidence must read back as what was judged, so a number that JSON cannot hold becomes the nearest that it can. */
function stable(_key: string, value: unknown): unknown {
  if (typeof value !== 'number') return value
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE) + 0
}

/** Whether JSON can write the numbers of a value the way it read them: it cannot for Infinity and -0. */
function isStable(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  return typeof value !== 'object' || value === null || Object.values(value).every(isStable)
}
